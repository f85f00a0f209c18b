/** A payment writes into a transaction. One kind of code and one kind of delivery do it in the wrong order. */
public class Payment {
    /** Begun once, then written to, then ended; examples/java/transaction.mop says so. */
    static class Transaction {
        private final StringBuilder log = new StringBuilder();

        void begin() {
            log.append("begin;");
        }

        void write(String what) {
            log.append(what).append(';');
        }

        void commit() {
            log.append("commit;");
        }

        void rollback() {
            log.append("rollback;");
        }
    }

    static void pay(int amount, boolean express, String code) {
        Transaction transaction = new Transaction();
        transaction.begin();
        if (amount < 0) {
            transaction.rollback();
            return;
        }
        transaction.write("amount");
        if (code.startsWith("X")) {
            transaction.rollback();
        } else {
            transaction.commit();
        }
        if (express && amount > 100) {
            transaction.write("express");
        }
    }

    static int share(int amount, int people) {
        return amount / people;
    }
}
