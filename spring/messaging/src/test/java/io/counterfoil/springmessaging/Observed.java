package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What the code of an application and its container see while messages are delivered, in order. Thread-safe. */
public final class Observed {

    private final List<String> lines = new ArrayList<>();
    private final Semaphore ended = new Semaphore(0);
    private int runs;

    /** Records a line. */
    public synchronized void line(String line) {
        lines.add(line);
    }

    /** Records the classes of an exception and its causes, and their SQLStates. */
    public void failure(String where, Throwable failure) {
        StringBuilder text = new StringBuilder(where).append(':');
        for (@Nullable Throwable each = failure; each != null; each = each.getCause()) {
            text.append(' ').append(each.getClass().getSimpleName());
            if (each instanceof SQLException sql) {
                text.append('[').append(sql.getSQLState()).append(']');
            }
        }
        line(text.toString());
    }

    /** Records the attributes of the current transaction. */
    void transaction(String where) {
        line("%s: transaction %s, synchronization %s, name %s, isolation %s, read-only %s"
                .formatted(
                        where,
                        TransactionSynchronizationManager.isActualTransactionActive(),
                        TransactionSynchronizationManager.isSynchronizationActive(),
                        TransactionSynchronizationManager.getCurrentTransactionName(),
                        TransactionSynchronizationManager.getCurrentTransactionIsolationLevel(),
                        TransactionSynchronizationManager.isCurrentTransactionReadOnly()));
    }

    /** Records a run of the listener, and returns its number, from 1. */
    synchronized int run() {
        runs++;
        lines.add("run " + runs);
        return runs;
    }

    /** The number of the current run. */
    synchronized int runs() {
        return runs;
    }

    /** The last message has arrived. */
    void end() {
        ended.release();
    }

    /** Waits for the last message; returns the lines and forgets them. */
    List<String> untilTheEnd() throws InterruptedException {
        assertThat(ended.tryAcquire(ListenersContract.LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("the last message arrives")
                .isTrue();
        synchronized (this) {
            List<String> all = List.copyOf(lines);
            lines.clear();
            runs = 0;
            return all;
        }
    }
}
