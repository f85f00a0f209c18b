
class Transaction {
    private int sum;

    void write(int amount) {
        sum += amount;
    }

    void commit() {
        sum = 0;
    }
}

class Ledger {
    static void transfer(int amount, int fee) {
        Transaction transaction = new Transaction();
        transaction.write(amount);
        transaction.commit();
        if (fee > 0 && amount > 1000) {
            transaction.write(fee);
        }
    }
}

class LedgerFixed {
    static void transfer(int amount, int fee) {
        Transaction transaction = new Transaction();
        transaction.write(amount);
        if (fee > 0 && amount > 1000) {
            transaction.write(fee);
        }
        transaction.commit();
    }
}
