import java.util.*;
public class Interp {
    interface Expr { int eval(Map<String, Integer> env); }
    record Num(int v) implements Expr { public int eval(Map<String, Integer> e) { return v; } }
    record Var(String n) implements Expr { public int eval(Map<String, Integer> e) { Integer v = e.get(n); if (v == null) throw new NoSuchElementException(n); return v; } }
    record Bin(char op, Expr l, Expr r) implements Expr { public int eval(Map<String, Integer> e) { int a = l.eval(e), b = r.eval(e); return switch (op) { case '+' -> a + b; case '-' -> a - b; case '*' -> a * b; case '/' -> a / b; default -> throw new IllegalStateException("op " + op); }; } }
    static class Parser { final String s; int at; Parser(String s) { this.s = s; } char peek() { while (at < s.length() && s.charAt(at) == ' ') at++; return at < s.length() ? s.charAt(at) : '\0'; }
        Expr expr() { Expr e = term(); while (peek() == '+' || peek() == '-') { char op = s.charAt(at++); e = new Bin(op, e, term()); } return e; }
        Expr term() { Expr e = atom(); while (peek() == '*' || peek() == '/') { char op = s.charAt(at++); e = new Bin(op, e, atom()); } return e; }
        Expr atom() { char c = peek(); if (c == '(') { at++; Expr e = expr(); if (peek() != ')') throw new IllegalArgumentException("expected ) at " + at); at++; return e; } int start = at; if (Character.isDigit(c)) { while (at < s.length() && Character.isDigit(s.charAt(at))) at++; return new Num(Integer.parseInt(s.substring(start, at))); } if (Character.isLetter(c)) { while (at < s.length() && Character.isLetterOrDigit(s.charAt(at))) at++; return new Var(s.substring(start, at)); } throw new IllegalArgumentException("unexpected '" + c + "' at " + at); } }
    public static void main(String[] args) {
        Map<String, Integer> env = new TreeMap<>(Map.of("x", 6, "y", 7));
        for (String src : List.of("1 + 2 * 3", "(x + 1) * y - 4", "x / (y - 7)", "2 * (3 + ", "z", "10 - 4 - 3", "a1 $")) try { Expr e = new Parser(src).expr(); System.out.println(e + " = " + e.eval(env)); } catch (RuntimeException e) { System.out.println(src + ": " + e); }
    }
}
