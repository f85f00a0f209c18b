import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
public class Concurrent {
    volatile int count;
    static final AtomicIntegerFieldUpdater<Concurrent> COUNT = AtomicIntegerFieldUpdater.newUpdater(Concurrent.class, "count");
    public static void main(String[] args) throws Exception {
        AtomicReference<String> ref = new AtomicReference<>("a");
        System.out.println(ref.compareAndSet("a", "b") + " " + ref.compareAndSet("a", "c") + ref.getAndSet("z") + ref);
        AtomicBoolean flag = new AtomicBoolean();
        System.out.println(flag.getAndSet(true) + " " + flag.compareAndSet(true, false) + flag);
        AtomicLongArray longs = new AtomicLongArray(3);
        longs.addAndGet(1, 5); longs.incrementAndGet(2);
        System.out.println(longs + " " + longs.getAndUpdate(1, x -> x * 2) + longs.get(1));
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
        queue.add(4); queue.remove(2);
        System.out.println(queue.poll() + " " + queue);
        ReentrantLock lock = new ReentrantLock();
        lock.lock(); lock.lock();
        System.out.println(lock.getHoldCount() + " " + lock.isHeldByCurrentThread());
        lock.unlock(); lock.unlock();
        System.out.println(CompletableFuture.completedFuture(3).thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture(5), Integer::sum).get());
        ConcurrentSkipListMap<String, Integer> skip = new ConcurrentSkipListMap<>(Map.of("b", 2, "a", 1));
        skip.put("c", 3);
        System.out.println(skip.headMap("c") + " " + skip.firstKey());
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2));
        for (Integer i : cow) cow.add(i * 10);
        System.out.println(cow);
        LongAdder adder = new LongAdder(); adder.add(5); adder.increment();
        BlockingQueue<String> blocking = new LinkedBlockingQueue<>(); blocking.put("x"); blocking.offer("y");
        System.out.println(adder.sum() + blocking.take() + blocking.size() + new CountDownLatch(0).getCount());
        Concurrent c = new Concurrent();
        System.out.println(COUNT.incrementAndGet(c) + COUNT.addAndGet(c, 4) + c.count);
        FutureTask<Integer> task = new FutureTask<>(() -> 42); task.run(); System.out.println(task.get() + " " + task.isDone());
        Semaphore permits = new Semaphore(2); permits.acquire(); System.out.println(permits.availablePermits() + " " + permits.tryAcquire(2));
    }
}
