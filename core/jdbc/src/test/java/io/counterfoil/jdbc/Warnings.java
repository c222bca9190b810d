package io.counterfoil.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The warnings of one class while it is open. */
final class Warnings extends Handler implements AutoCloseable {

    private final Logger logger;
    private final List<LogRecord> records = new ArrayList<>();

    private Warnings(Logger logger) {
        this.logger = logger;
    }

    static Warnings of(Class<?> type) {
        return of(type.getName());
    }

    static Warnings of(String name) {
        Warnings warnings = new Warnings(Logger.getLogger(name));
        warnings.logger.addHandler(warnings);
        return warnings;
    }

    /** Without failures, which would be logged with their traces. */
    synchronized List<String> lines() {
        if (records.stream().anyMatch(record -> record.getThrown() != null)) {
            throw new AssertionError("logged with a trace");
        }
        return records.stream().map(LogRecord::getMessage).toList();
    }

    @Override
    public synchronized void publish(LogRecord record) {
        if (record.getLevel().equals(Level.WARNING)) {
            records.add(record);
        }
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
