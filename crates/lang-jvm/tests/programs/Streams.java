import java.util.*;
import java.util.function.*;
import java.util.stream.*;
public class Streams {
    record Person(String name, int age) {}
    public static void main(String[] args) {
        System.out.println(IntStream.rangeClosed(1, 10).filter(i -> i % 2 == 0).map(i -> i * i).sum());
        System.out.println(Stream.of("b", "a", "c").sorted().collect(Collectors.joining(",", "[", "]")));
        List<Person> people = List.of(new Person("Ann", 30), new Person("Bob", 25), new Person("Cid", 30));
        Object byAge = (people.stream().collect(Collectors.groupingBy(Person::age, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList()))));
        System.out.println(byAge);
        System.out.println(people.stream().mapToInt(Person::age).average().getAsDouble());
        System.out.println(people.stream().max(Comparator.comparing(Person::name)).get());
        System.out.println(Stream.iterate(1, x -> x * 3).limit(8).reduce(0, Integer::sum));
        System.out.println(Arrays.stream(new int[]{3, 1, 2}).boxed().sorted(Comparator.reverseOrder()).toList());
        Object queue = IntStream.range(0, 5).mapToObj(i -> "s" + i).collect(Collectors.toCollection(ArrayDeque::new));
        System.out.println(queue);
        Function<Integer, Integer> twice = x -> x * 2;
        System.out.println(twice.andThen(x -> x + 1).compose((Integer x) -> x * 10).apply(4));
        Supplier<List<String>> supplier = ArrayList::new;
        List<String> fresh = supplier.get();
        fresh.add("fresh");
        System.out.println(fresh + " " + people.stream().anyMatch(p -> p.age() > 28) + people.stream().allMatch(p -> p.age() > 28));
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(String::valueOf).collect(Collectors.toList()));
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.age() > 28, Collectors.counting())));
        BiFunction<Integer, Long, Double> mix = (a, b) -> a + b / 2.0;
        System.out.println(mix.apply(1, 5L));
        Optional<String> none = Stream.<String>empty().findFirst();
        System.out.println(none.isPresent() + none.orElse("none") + Optional.of(3).map(x -> x + 1));
        System.out.println(IntStream.of(5, 3, 9).summaryStatistics());
        LongStream.range(0, 3).forEach(l -> System.out.print(l + " "));
        DoubleStream.of(1.5, 2.5).map(Math::sqrt).forEach(d -> System.out.print(d + " "));
        System.out.println(Stream.of("x", "yy").collect(Collectors.toMap(Function.identity(), String::length)));
    }
}
