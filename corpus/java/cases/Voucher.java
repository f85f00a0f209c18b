import java.util.Objects;

/** Objects that are made by constructors, factories and as constants of an enum. */
class Voucher {
    enum State { OPEN, SPENT, LAPSED }

    interface Rate {
        int percent(int cents);
    }

    record Flat(int percent) implements Rate {
        Flat {
            if (percent < 0 || percent > 100) throw new IllegalArgumentException("percent");
        }

        public int percent(int cents) {
            return percent;
        }
    }

    static final class Money {
        final int cents;

        private Money(int cents) {
            this.cents = cents;
        }

        static Money of(int cents) {
            if (cents < 0) throw new IllegalArgumentException("cents");
            return new Money(cents);
        }
    }

    private State state;
    private final Money worth;

    Voucher(State state, Money worth) {
        this.state = state;
        this.worth = Objects.requireNonNull(worth);
    }

    int spend(Money price, Rate rate) {
        if (state == State.SPENT) return 0;
        int left = worth.cents - price.cents;
        int discount = rate.percent(left);
        state = State.SPENT;
        assert discount <= 100;
        return 100 / (worth.cents - price.cents * discount / 100);
    }

    int spendFixed(Money price, Rate rate) {
        if (state != State.OPEN || worth.cents < price.cents) return 0;
        assert rate.percent(price.cents) >= 0;
        return worth.cents - price.cents;
    }
}
