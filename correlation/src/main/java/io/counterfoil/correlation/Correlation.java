package io.counterfoil.correlation;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The correlation id of the work that the current thread does, in code and in every log line.
 *
 * <pre>{@code
 * try (Correlation.Scope scope = Correlation.open(id)) {
 *     log.info("reserving seats"); // corr_id=... by the MDC
 *     executor.execute(Correlation.wrap(() -> log.info("on another thread, the same corr_id")));
 * }
 * }</pre>
 *
 * <p>A scope belongs to the thread that opened it, and scopes nest. The current id is kept per thread, and never inherited by a new
 * thread: work that goes elsewhere is wrapped. Beside it the SLF4J MDC holds the id under {@value #MDC_KEY}; closing a scope gives
 * the key back the value that it had when the scope was opened, whoever had put it there.
 *
 * <p>All methods are thread-safe. Requirements CO-1, CO-2, CO-10.
 */
public final class Correlation {

    /** The MDC key under which log lines carry the current id. */
    public static final String MDC_KEY = "corr_id";

    private static final Logger LOG = LoggerFactory.getLogger(Correlation.class);
    private static final ThreadLocal<@Nullable Scope> CURRENT = new ThreadLocal<>();

    private Correlation() {}

    /** The id of the innermost open scope of this thread; empty outside all scopes, whatever the MDC says. */
    public static Optional<CorrelationId> current() {
        return Optional.ofNullable(CURRENT.get()).map(scope -> scope.id);
    }

    /**
     * Makes this id the current one of this thread, until the scope is closed. Under {@code -Xlint:try}, which warns of a resource
     * that its block does not mention, write {@code Scope scope = Correlation.open(id); try (scope) {...}}.
     */
    public static Scope open(CorrelationId id) {
        return new Scope(id);
    }

    /**
     * The id that came from outside, such as a header's value, when it can be trusted to be logged and passed on; otherwise a fresh
     * one.
     *
     * <p>A text that breaks the grammar of {@link CorrelationId} is logged at level WARN, under the fresh id, with the reason. The
     * log shows at most 64 characters of it; control characters, line breaks, quotes, brackets and all that is not ASCII are written
     * as a backslash, {@code u} and four hexadecimal digits. An absent one is normal and not logged. Does not open a scope.
     *
     * @param received the text as it arrived, null when there was none
     */
    public static CorrelationId acceptOrFresh(@Nullable String received) {
        if (received == null) {
            return CorrelationId.fresh();
        }
        try {
            return CorrelationId.parse(received);
        } catch (InvalidCorrelationIdException e) {
            CorrelationId fresh = CorrelationId.fresh();
            Scope scope = open(fresh);
            try (scope) {
                LOG.warn(
                        "Refused correlation id from outside, made a fresh one: {} [refused=\"{}\"] [{}={}]",
                        e.getMessage(),
                        Escaped.forLog(received),
                        MDC_KEY,
                        fresh);
            }
            return fresh;
        }
    }

    /**
     * The task, to be run under the id that is current now, on whatever thread and however often. Where none is current now, it
     * runs under none, also on a thread that has one. Afterwards the thread has again what it had before.
     */
    public static Runnable wrap(Runnable task) {
        CorrelationId captured = current().orElse(null);
        return () -> {
            Scope scope = new Scope(captured);
            try (scope) {
                task.run();
            }
        };
    }

    /** The same as {@link #wrap(Runnable)}, for a task with a result. */
    public static <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
        CorrelationId captured = current().orElse(null);
        return () -> {
            Scope scope = new Scope(captured);
            try (scope) {
                return task.call();
            }
        };
    }

    /** An executor that runs each task under the id that was current where the task was handed in. */
    public static Executor propagating(Executor executor) {
        return task -> executor.execute(wrap(task));
    }

    /** The span in which an id is the current one of a thread; see {@link Correlation#open}. */
    public static final class Scope implements AutoCloseable {

        private final @Nullable CorrelationId id;
        private final Thread thread = Thread.currentThread();
        private final @Nullable Scope outer = CURRENT.get();
        private final @Nullable String outerMdc = MDC.get(MDC_KEY);
        private boolean closed;

        private Scope(@Nullable CorrelationId id) {
            this.id = id;
            putMdc(id == null ? null : id.value());
            CURRENT.set(this);
        }

        /**
         * Makes the id current again that was so before, and gives the MDC key its former value. A second call does nothing.
         *
         * @throws IllegalStateException on another thread than the one that opened the scope: nothing has changed then. Also while
         *     a scope that was opened later is still open: that one is closed too, so that a forgotten scope does not leak into
         *     the next work of the thread.
         */
        @Override
        public void close() {
            if (Thread.currentThread() != thread) {
                throw new IllegalStateException(
                        "the scope of correlation id %s was opened on thread %s, and cannot be closed on %s"
                                .formatted(
                                        id,
                                        thread.getName(),
                                        Thread.currentThread().getName()));
            }
            if (closed) {
                return;
            }
            Scope innermost = CURRENT.get();
            for (Scope scope = innermost; scope != null && !closed; scope = scope.outer) {
                scope.closed = true;
            }
            putMdc(outerMdc);
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
            if (innermost != null && innermost != this) {
                throw new IllegalStateException(
                        "the scope of correlation id %s was closed out of order: that of %s, opened later, was still open"
                                .formatted(id, innermost.id));
            }
        }

        private static void putMdc(@Nullable String value) {
            if (value == null) {
                MDC.remove(MDC_KEY);
            } else {
                MDC.put(MDC_KEY, value);
            }
        }
    }
}
