package io.counterfoil.springmessaging;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Where batch listeners bring their messages: writes a row for each, and remembers its calls. Thread-safe. */
public class Delivered {

    private final JdbcClient jdbc;
    private final BlockingQueue<List<String>> calls = new LinkedBlockingQueue<>();
    private final Map<String, Failures> failures = new ConcurrentHashMap<>();

    /** Called by Spring. */
    public Delivered(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** What fails after the row of a text. */
    interface Failure {
        void raise(JdbcClient jdbc);
    }

    private record Failures(AtomicInteger left, Failure failure) {}

    /** Called by listeners. */
    public void receive(List<String> texts) {
        calls.add(List.copyOf(texts));
        for (String text : texts) {
            jdbc.sql("INSERT INTO delivered (what) VALUES (?)").param(text).update();
            Failures its = failures.get(text);
            if (its != null && its.left.getAndDecrement() > 0) {
                its.failure.raise(jdbc);
            }
        }
    }

    /** Has the calls with this text fail, so often. */
    void fail(String text, int times, Failure failure) {
        failures.put(text, new Failures(new AtomicInteger(times), failure));
    }

    /** The texts of each call so far, in order. */
    List<List<String>> calls() {
        return List.copyOf(calls);
    }
}
