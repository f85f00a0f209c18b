import java.util.*;
import java.util.function.*;
public class Bank {
    static sealed abstract class Account permits Checking, Savings { private static int next = 1; protected long cents; final int id = next++; abstract double rate(); void deposit(long c) { if (c <= 0) throw new IllegalArgumentException("amount " + c); cents += c; } void withdraw(long c) throws Insufficient { if (c > limit()) throw new Insufficient(this, c); cents -= c; } long limit() { return cents; } @Override public String toString() { return String.format("%s#%d: %d.%02d", getClass().getSimpleName(), id, cents / 100, cents % 100); } }
    static final class Checking extends Account { long overdraft = 5000; double rate() { return 0; } @Override long limit() { return cents + overdraft; } }
    static final class Savings extends Account { double rate() { return 0.02; } void accrue() { cents += Math.round(cents * rate()); } }
    static class Insufficient extends Exception { Insufficient(Account a, long c) { super(a + " cannot pay " + c); } }
    public static void main(String[] args) {
        List<Account> all = new ArrayList<>(List.of(new Checking(), new Savings(), new Savings())); long[] amounts = {10_000, 250_050, 1}; for (int i = 0; i < all.size(); i++) all.get(i).deposit(amounts[i]);
        for (Account a : all) try { a.withdraw(12_000); System.out.println("paid " + a); } catch (Insufficient e) { System.out.println(e.getMessage()); } finally { if (a instanceof Savings s) s.accrue(); }
        all.sort(Comparator.comparingLong((Account a) -> a.cents).reversed()); System.out.println(all); try { all.get(0).deposit(-5); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } Map<Class<?>, List<Account>> by = new LinkedHashMap<>(); for (Account a : all) by.computeIfAbsent(a.getClass(), k -> new ArrayList<>()).add(a); by.forEach((k, v) -> System.out.println(k.getSimpleName() + " " + v.size()));
    }
}
