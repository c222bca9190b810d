package io.counterfoil.jdbc.crash;

import io.counterfoil.testkit.thread.TestThreads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;

/** Points at which intentions stop until they are told to go on. Thread-safe. */
final class Stops implements Points {

    private final Map<String, Stop> stops = new ConcurrentHashMap<>();

    /** An intention is to stop when it gets to this point for the first time, and this is done then, before it stops. */
    void stopAt(String point, String intention, Runnable stopped) {
        stops.put(intention, new Stop(point, stopped, new CountDownLatch(1), new CountDownLatch(1)));
    }

    /** It goes on, and stops no more. */
    void go(String intention) {
        Stop stop = stops.get(intention);
        if (stop == null) {
            throw new IllegalStateException(intention + " was not to stop");
        }
        stop.go.countDown();
    }

    @Override
    public void reached(String point, String intention) {
        Stop stop = stops.get(intention);
        if (stop == null) {
            return;
        }
        if (stop.point.equals(point) && stop.reached.getCount() > 0) {
            stop.reached.countDown();
            stop.stopped.run();
            await(stop.go, intention);
        } else if (point.equals(AFTER_EFFECT) && stop.point.endsWith("_RENEW")) {
            // The lease is renewed only while the work runs: it runs until then, and longer.
            await(stop.go, intention);
        }
    }

    private static void await(CountDownLatch latch, String intention) {
        try {
            TestThreads.await(latch);
        } catch (InterruptedException | TimeoutException failure) {
            throw new IllegalStateException(intention + " was not told to go on", failure);
        }
    }

    private record Stop(String point, Runnable stopped, CountDownLatch reached, CountDownLatch go) {}
}
