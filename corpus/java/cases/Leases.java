
class Lease {
    void take() {
    }

    void giveBack() {
    }
}

class Leases {
    static int serve(int kind) {
        Lease lease = new Lease();
        lease.take();
        if (kind == 42) {
            return -1;
        }
        lease.giveBack();
        return kind;
    }
}

class LeasesFixed {
    static int serve(int kind) {
        Lease lease = new Lease();
        lease.take();
        try {
            return kind == 42 ? -1 : kind;
        } finally {
            lease.giveBack();
        }
    }
}
