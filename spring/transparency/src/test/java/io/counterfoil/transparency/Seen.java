package io.counterfoil.transparency;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What the application's code sees while it executes a request, in order. */
public final class Seen {

    private static final int LIMIT_MINUTES = 5;

    private final DataSource dataSource;
    private final List<String> lines = new ArrayList<>();
    private final Semaphore ended = new Semaphore(0);
    private final AtomicInteger attempts = new AtomicInteger();

    Seen(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Records a line. */
    public synchronized void line(String line) {
        lines.add(line);
    }

    /** Records an exception at a seam of the application. */
    public void failure(String where, Throwable failure) {
        line(where + ": " + description(failure));
    }

    /** Records the attributes of the current transaction. */
    public void transaction(String where) {
        line("%s: %s"
                .formatted(
                        where,
                        TransactionSynchronizationManager.isActualTransactionActive()
                                ? "transaction %s, isolation %s%s%s%s"
                                        .formatted(
                                                TransactionSynchronizationManager.getCurrentTransactionName(),
                                                TransactionSynchronizationManager.getCurrentTransactionIsolationLevel(),
                                                TransactionSynchronizationManager.isCurrentTransactionReadOnly()
                                                        ? ", read-only"
                                                        : "",
                                                hasTimeout() ? ", time-out" : "",
                                                isNew())
                                : "no transaction"));
    }

    private boolean hasTimeout() {
        return TransactionSynchronizationManager.getResource(dataSource) instanceof ResourceHolderSupport holder
                && holder.hasTimeout();
    }

    private static String isNew() {
        try {
            return TransactionAspectSupport.currentTransactionStatus().isNewTransaction() ? ", new" : ", joined";
        } catch (NoTransactionException none) {
            return "";
        }
    }

    /** The number of this attempt within the request that the application's code counts, from 1. */
    public int attempt() {
        return attempts.incrementAndGet();
    }

    /** The classes of an exception and its causes, and their SQLStates. */
    static String description(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            text.append(text.isEmpty() ? "" : " <- ").append(each.getClass().getSimpleName());
            if (each instanceof SQLException sql) {
                text.append('[').append(sql.getSQLState()).append(']');
            }
        }
        return text.toString();
    }

    void requestEnded() {
        ended.release();
    }

    synchronized void reset() {
        lines.clear();
        attempts.set(0);
        ended.drainPermits();
    }

    /** Waits for the end of the request, and returns what was seen in it. */
    List<String> ofEndedRequest() {
        try {
            if (!ended.tryAcquire(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the request did not end");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
        synchronized (this) {
            List<String> seen = List.copyOf(lines);
            lines.clear();
            return seen;
        }
    }
}
