/** Money goes from one account to another; `hasty` forgets what it has locked. */
public class Transfer {
    static class Account {
        private boolean locked;
        private long balance;

        void lock() {
            locked = true;
        }

        void withdraw(int amount) {
            balance -= amount;
        }

        void unlock() {
            locked = false;
        }
    }

    static boolean hasty(int amount) {
        Account from = new Account();
        Account to = new Account();
        from.lock();
        to.lock();
        if (amount == 0) {
            to.unlock();
            return false;
        }
        from.withdraw(amount);
        to.unlock();
        from.unlock();
        return true;
    }

    static boolean careful(int amount) {
        if (amount <= 0 || amount > 5000) {
            return false;
        }
        Account from = new Account();
        from.lock();
        from.withdraw(amount);
        from.unlock();
        return true;
    }
}
