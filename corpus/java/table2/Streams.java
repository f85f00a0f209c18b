import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;

/** Readers and writers over streams, and sockets, that do as little as possible. */
class StreamReader extends Reader {
    private final InputStream stream;

    StreamReader(InputStream stream) {
        this.stream = stream;
    }

    @Override
    public int read() throws IOException {
        return stream.read();
    }

    @Override
    public int read(char[] chars, int from, int count) throws IOException {
        int next = stream.read();
        if (next >= 0)
            chars[from] = (char) next;
        return next < 0 ? -1 : 1;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}

class StreamWriter extends Writer {
    private final OutputStream stream;

    StreamWriter(OutputStream stream) {
        this.stream = stream;
    }

    @Override
    public void write(int next) throws IOException {
        stream.write(next);
    }

    @Override
    public void write(char[] chars, int from, int count) throws IOException {
        for (int i = 0; i < count; i++)
            stream.write(chars[from + i]);
    }

    @Override
    public void flush() throws IOException {
        stream.flush();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}

class Unconnected extends Socket {
    private int time;

    Unconnected() throws SocketException {
        super((SocketImpl) null);
    }

    @Override
    public void setSoTimeout(int time) {
        this.time = time;
    }

    @Override
    public void close() {
        time = 0;
    }
}
