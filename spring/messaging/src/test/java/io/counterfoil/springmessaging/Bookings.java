package io.counterfoil.springmessaging;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** Books orders once, in Spring's transaction, and counts its runs. Thread-safe. */
public class Bookings {

    private static final Logger LOG = LoggerFactory.getLogger(Bookings.class);

    private final JdbcClient jdbc;
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Set<String> swallowing = ConcurrentHashMap.newKeySet();

    /** For Spring to make. */
    public Bookings(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Books it. */
    @OncePerMessage("bookings")
    @Transactional
    public void book(String order) {
        count(order);
        jdbc.sql("INSERT INTO booked VALUES (?)").param(order).update();
        if (swallowing.remove(order)) {
            stamp();
        }
        if (failing.remove(order)) {
            throw new IllegalStateException("no paper, this once");
        }
    }

    /** The stamp is there, and that is taken for all right, as in code that was written for auto-commit. */
    private void stamp() {
        try {
            jdbc.sql("INSERT INTO stamp VALUES ('used')").update();
        } catch (DuplicateKeyException known) {
            LOG.debug("it is stamped already", known);
        }
    }

    /** Has the next booking of this order catch the failure of one of its statements, and go on. */
    public void swallowOnce(String order) {
        swallowing.add(order);
    }

    /** Counts a run. */
    public void count(String order) {
        runs.computeIfAbsent(order, first -> new AtomicInteger()).incrementAndGet();
    }

    /** Has the next booking of this order throw. */
    public void failOnce(String order) {
        failing.add(order);
    }

    /** How often it was booked, successfully or not. */
    public int runs(String order) {
        AtomicInteger count = runs.get(order);
        return count == null ? 0 : count.get();
    }
}
