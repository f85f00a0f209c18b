
class Connection {
    Statement prepare(String text) {
        return new Statement();
    }

    void close() {
    }
}

class Statement {
    int run() {
        return 1;
    }
}

class Reports {
    static int run(int year) {
        Connection archive = new Connection(), current = new Connection();
        Statement old = archive.prepare("old"), fresh = current.prepare("fresh");
        if (year < 2000) {
            archive.close();
        } else {
            current.close();
        }
        return year < 2010 ? old.run() : old.run() + 1;
    }
}

class ReportsFixed {
    static int run(int year) {
        Connection archive = new Connection(), current = new Connection();
        Statement old = archive.prepare("old"), fresh = current.prepare("fresh");
        if (year < 2000) {
            archive.close();
            return fresh.run();
        }
        current.close();
        return old.run();
    }
}
