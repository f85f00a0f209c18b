import java.io.BufferedReader;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Files that the program itself makes. */
public class Files2 {
    public static void main(String[] args) throws Exception {
        File folder = new File("made-by-files2");
        System.out.println(folder.mkdir() + " " + folder.isDirectory() + " " + folder.mkdir());
        File file = new File(folder, "out.txt");
        try (PrintWriter out = new PrintWriter(new FileWriter(file))) {
            out.println("hello");
            out.println("w\u00f6rld");
        }
        System.out.println(file.exists() + " " + file.length() + " " + file.getName() + " " + Arrays.toString(folder.list()));
        try (BufferedReader in = new BufferedReader(new FileReader(file))) {
            System.out.println(in.readLine() + in.readLine() + in.readLine());
        }
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write(65);
        }
        try (RandomAccessFile both = new RandomAccessFile(file, "rw")) {
            both.seek(1);
            System.out.println((char) both.read() + " " + both.length() + " " + both.getFilePointer());
            both.writeByte('!');
            both.seek(0);
            System.out.println(both.readLine());
        }
        File other = new File(folder, "other.txt");
        System.out.println(folder.delete() + " " + file.renameTo(other) + " " + other.delete() + " " + other.exists());
        try {
            new FileReader(file);
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(folder.delete() + " " + folder.exists());
        paths();
    }

    static void paths() throws Exception {
        Path path = Paths.get("made", "..", "made-by-paths.txt");
        System.out.println(path.normalize() + " " + path.getFileName() + " " + path.getNameCount() + " " + path.isAbsolute());
        path = path.normalize();
        System.out.println(Files.exists(path));
        Files.write(path, Arrays.asList("one", "two"));
        Files.writeString(path, "three\n", StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(path) + " " + Files.size(path) + " " + Files.isRegularFile(path));
        System.out.println(Files.readString(path).length());
        try (BufferedReader in = Files.newBufferedReader(path)) {
            System.out.println(in.readLine());
        }
        Files.delete(path);
        System.out.println(Files.deleteIfExists(path) + " " + Files.exists(path));
        try {
            Files.newBufferedReader(path);
        } catch (NoSuchFileException e) {
            System.out.println(e.getMessage());
        }
    }
}
