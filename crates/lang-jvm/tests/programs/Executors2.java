import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Executors, tasks, threads: what comes out does not depend on the order in which they run. */
public class Executors2 {
    public static void main(String[] args) throws Exception {
        executors();
        futures();
        parallel();
        threads();
    }

    static void executors() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(1);
        Future<Integer> future = executor.submit(() -> 6 * 7);
        System.out.println(future.get() + " " + future.isDone());
        Future<?> failed = executor.submit(() -> {
            throw new IllegalStateException("failed");
        });
        try {
            failed.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        int sum = 0;
        for (Future<Integer> each : executor.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2))) {
            sum += each.get();
        }
        executor.shutdown();
        System.out.println(sum + " " + executor.awaitTermination(9, TimeUnit.SECONDS) + executor.isTerminated());
        try {
            executor.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
        System.out.println(scheduled.schedule(() -> "later", 1, TimeUnit.MILLISECONDS).get());
        scheduled.shutdown();
    }

    static void futures() throws Exception {
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 2);
        System.out.println(CompletableFuture.supplyAsync(() -> 20).thenApply(x -> x + 1).thenCombine(two, (x, y) -> x * y).get());
        CompletableFuture<Integer> failing = CompletableFuture.supplyAsync(() -> Integer.parseInt("none"));
        System.out.println(failing.handle((value, thrown) -> thrown.getMessage()).join());
    }

    static void parallel() {
        System.out.println(IntStream.range(0, 1000).parallel().filter(i -> i % 3 == 0).sum());
        System.out.println(Arrays.asList(5, 3, 9, 1).parallelStream().sorted().map(String::valueOf).collect(Collectors.joining(",")));
        System.out.println(new ForkJoinPool(2).invoke(new Sum(0, 100)));
        int[] array = new int[10000];
        Arrays.parallelSetAll(array, i -> 10000 - i);
        Arrays.parallelSort(array);
        System.out.println(array[0] + " " + array[9999]);
    }

    static class Sum extends RecursiveTask<Integer> {
        private final int from;
        private final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from < 10) {
                return IntStream.range(from, to).sum();
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    static void threads() throws Exception {
        Thread thread = new Thread(() -> {
            throw new RuntimeException("in " + Thread.currentThread().getName());
        }, "worker");
        thread.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + ": " + e.getMessage()));
        System.out.println(thread.getState());
        thread.start();
        thread.join();
        System.out.println(thread.getState() + " " + thread.isAlive());
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.merge("a", 1, Integer::sum);
        map.merge("a", 1, Integer::sum);
        System.out.println(map + " " + map.reduceValues(1, Integer::sum));
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(latch::countDown).start();
        new Thread(latch::countDown).start();
        latch.await();
        System.out.println(latch.getCount());
    }
}
