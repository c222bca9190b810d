package io.counterfoil.correlation;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The correlation id of the work that the current thread does, in code and in every log line.
 *
 * <pre>{@code
 * try (var work = Correlation.begin()) {
 *     log.info("{} reserves seats", work); // corr_id=... by the MDC
 *     executor.execute(Correlation.capture().wrap(() -> log.info("on another thread, the same corr_id")));
 *     for (Order order : orders) {
 *         try (var part = Correlation.child()) {
 *             log.info("{} is a story of its own, and a part of this one", part); // corr_id=....1, ....2
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>A scope belongs to the thread that opened it, and scopes nest. The current id is kept per thread, and never inherited by a new
 * thread: work on another thread is wrapped, or passed to an executor that {@link #propagating(Executor) propagates}. Beside it
 * the SLF4J MDC holds the id under {@value #MDC_KEY}; closing a scope gives the key back the value that it had when the scope was
 * opened. Work that is only a detail of one unit, such as a loop, keeps its id: nothing here changes an id
 * unasked.
 *
 * <p>Where an id is replaced, by {@link #replace}, {@link #combine}, {@link #adopt}, or because an extension had no room,
 * two log lines link the two ids: "Replacing correlation id" under the old id with {@value #NEW_ID}, then "Replaced
 * correlation id" under the new one with {@value #OLD_ID}; see {@link #replacing}.
 *
 * <p>All methods are thread-safe, and none fails because of what the current id is.
 */
public final class Correlation {

    /** The MDC key under which log lines carry the current id. */
    public static final String MDC_KEY = "corr_id";

    /** The key under which the line "Replacing correlation id" names the next id. */
    public static final String NEW_ID = "new_corr_id";

    /** The key under which the line "Replaced correlation id" names the previous id. */
    public static final String OLD_ID = "old_corr_id";

    /**
     * The key of the current work where a context goes along with it in place of a thread, as Reactor's does; the value is a {@link
     * Snapshot}. {@code counterfoil-context-propagation} writes it there, and reactive clients read it.
     */
    public static final Class<Snapshot> CONTEXT_KEY = Snapshot.class;

    private static final Logger LOG = LoggerFactory.getLogger(Correlation.class);
    private static final ThreadLocal<@Nullable Scope> CURRENT = new ThreadLocal<>();
    private static final Set<Listener> LISTENERS = new CopyOnWriteArraySet<>();

    private Correlation() {}

    /** {@return the id of the innermost open scope of this thread; empty outside all scopes, whatever the MDC contains} */
    public static Optional<CorrelationId> current() {
        return capture().id();
    }

    /**
     * Begins a unit of work of its own, under a fresh id, independent of this thread's current work, which continues when the scope is closed.
     *
     * @return the scope, to be closed by this thread
     */
    public static Scope begin() {
        return open(CorrelationId.fresh());
    }

    /**
     * Makes this id the current one of this thread, until the scope is closed. Under {@code -Xlint:try}, which warns of a resource
     * that its block does not mention, write {@code Scope scope = Correlation.open(id); try (scope) {...}}.
     *
     * @param id the new current id
     * @return the scope, to be closed by this thread
     */
    public static Scope open(CorrelationId id) {
        return Snapshot.of(id).open();
    }

    /**
     * Continues under a child of the current id: {@code abcd.1}, the next time {@code abcd.2}. The count belongs to the work:
     * it continues where the work is wrapped for other threads, and begins again where the same id is opened a second time. Children
     * that are made in several places at once are distinguished by {@link #extend} instead.
     *
     * <p>A child that would be longer than an id may be gets a fresh id, which replaces that of its parent. Outside all scopes
     * there is no parent: then it is the same as {@link #begin}.
     *
     * @return the scope, to be closed by this thread
     */
    public static Scope child() {
        Snapshot work = capture();
        return work.id()
                .map(id -> open(id.child(work.nextChild()).orElseGet(() -> replacing(id))))
                .orElseGet(Correlation::begin);
    }

    /**
     * Continues as {@link #extend(Extension)} does by {@link Extension#DEFAULT}: 24 random bits in 4 characters.
     *
     * @return the scope, to be closed by this thread
     */
    public static Scope extend() {
        return extend(Extension.DEFAULT);
    }

    /**
     * Continues under the current id and one more segment, which needs no counter. An id that would be longer than an id may
     * be is replaced by a fresh one. Outside all scopes it is the same as {@link #begin}.
     *
     * @param extension how the segment is made
     * @return the scope, to be closed by this thread
     */
    public static Scope extend(Extension extension) {
        return current().map(id -> open(extended(id, extension))).orElseGet(Correlation::begin);
    }

    /**
     * Continues under a fresh id that replaces the current one, with the two lines. Outside all scopes it is the same as
     * {@link #begin}. To be used sparingly: a story in chapters is harder to follow than one of extensions.
     *
     * @return the scope, to be closed by this thread
     */
    public static Scope replace() {
        return current().map(id -> open(replacing(id))).orElseGet(Correlation::begin);
    }

    /**
     * Continues under a fresh id that replaces each of these, with a pair of lines for each: several pieces of work have
     * become one, such as a batch. The current id is replaced only where it is among them.
     *
     * @param incoming the ids to replace, each one once; with none of them it is the same as {@link #begin}
     * @return the scope, to be closed by this thread
     */
    public static Scope combine(Collection<CorrelationId> incoming) {
        CorrelationId fresh = CorrelationId.fresh();
        new LinkedHashSet<>(incoming).forEach(id -> handOver(id, fresh));
        return open(fresh);
    }

    /**
     * Continues under this id, which replaces the current one with the two lines: work that began before its id could be read
     * ran under one of its own. Where there is no current id, or this one {@linkplain CorrelationId#isWithin is within} it, nothing is
     * logged: the prefix ties the two already.
     *
     * @param incoming the id to continue under
     * @return the scope, to be closed by this thread
     */
    public static Scope adopt(CorrelationId incoming) {
        current().filter(id -> !incoming.isWithin(id)).ifPresent(id -> handOver(id, incoming));
        return open(incoming);
    }

    /**
     * {@linkplain #adopt Adopts} an extension of this id, for one processing of what may arrive several times under one id, such as a
     * message or a request. Where the current id descends from the incoming one, the processing has an extension already, which stays:
     * a consumer and the inbox that it calls process one delivery under one id.
     *
     * @param incoming the id that came with the message or request
     * @param extension how the segment of this processing is made
     * @return the scope, to be closed by this thread
     */
    public static Scope adoptExtended(CorrelationId incoming, Extension extension) {
        Snapshot work = capture();
        return work.id().filter(id -> id.isDescendantOf(incoming)).isPresent()
                ? work.open()
                : adopt(extended(incoming, extension));
    }

    /**
     * {@return the id to send with a request or a message: the current id extended by
     * {@link Extension#DEFAULT}, so that the receivers of two of them are distinguishable; a fresh one outside all
     * scopes} Does not open a scope.
     */
    public static CorrelationId outgoing() {
        return current().map(id -> extended(id, Extension.DEFAULT)).orElseGet(CorrelationId::fresh);
    }

    /**
     * {@return this id with one more segment; where that would be longer than an id may be, a fresh one that {@linkplain #replacing replaces} it}
     * Does not open a scope.
     *
     * @param id the id to extend
     * @param extension how the segment is made
     */
    public static CorrelationId extended(CorrelationId id, Extension extension) {
        return id.extend(extension).orElseGet(() -> replacing(id));
    }

    /**
     * {@return a fresh id in place of this one, for work that is not the current one's: logs the two lines, and opens no scope}
     *
     * <p>The lines read {@code Replacing correlation id [corr_id=old] [new_corr_id=new]} and {@code Replaced correlation id
     * [corr_id=new] [old_corr_id=old]}. {@code corr_id} is in the MDC of each, and the other one is a key/value pair of the event, so
     * that structured formats have both as fields. The level is INFO, or the lowest one above it that the threshold of the logger
     * {@code io.counterfoil.correlation.Correlation} lets through.
     *
     * @param old the id that is replaced
     */
    public static CorrelationId replacing(CorrelationId old) {
        CorrelationId fresh = CorrelationId.fresh();
        handOver(old, fresh);
        return fresh;
    }

    /**
     * {@return the id that came from outside, such as a header's value, when it can be trusted to be logged and passed on; otherwise a fresh
     * one}
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
     * {@return an extension of the id that came from outside, for one unit of work of possibly several that arrive under that id; where it is
     * absent or refused, the fresh one that {@link #acceptOrFresh} makes} Does not open a scope.
     *
     * @param received the text as it arrived, null when there was none
     * @param extension how the segment of this unit of work is made
     */
    public static CorrelationId acceptExtended(@Nullable String received, Extension extension) {
        CorrelationId accepted = acceptOrFresh(received);
        return accepted.value().equals(received) ? extended(accepted, extension) : accepted;
    }

    /** {@return the current unit of work of this thread, to continue it on another thread; also where that is nothing} */
    public static Snapshot capture() {
        Scope scope = CURRENT.get();
        return scope == null ? Snapshot.nothing() : scope.work;
    }

    /**
     * {@return the task, each run of which is a unit of work of its own, under a fresh id: for what runs by a schedule or in a loop of
     * its own}
     *
     * @param task what each run does
     */
    public static Runnable beginning(Runnable task) {
        return () -> Snapshot.of(CorrelationId.fresh()).wrap(task).run();
    }

    /**
     * {@return an executor that runs each task under the id that was current where the task was handed in}
     *
     * @param executor runs the wrapped tasks; it remains the caller's
     */
    public static Executor propagating(Executor executor) {
        return task -> executor.execute(capture().wrap(task));
    }

    /**
     * {@return a service that runs each task under the id that was current where the task was submitted}
     *
     * @param executor the service that runs the wrapped tasks, and gets all other calls, including shutdown
     */
    public static ExecutorService propagating(ExecutorService executor) {
        return new PropagatingExecutorService(executor);
    }

    /**
     * {@return a service that runs each task under the id that was current where the task was submitted; but each run of a periodic task
     * under a fresh id, as {@link #beginning} does, because such a task outlives the work that scheduled it}
     *
     * @param executor the service that runs the wrapped tasks, and gets all other calls, including shutdown
     */
    public static ScheduledExecutorService propagating(ScheduledExecutorService executor) {
        return new PropagatingScheduledExecutorService(executor);
    }

    /**
     * {@return a factory whose threads work under the id that was current where they were made, all their life: for virtual threads and for
     * tasks of a structured scope, each of which has a thread of its own} Not for pools, whose threads outlive the work that they were
     * made in: these want {@link #propagating(ExecutorService)}.
     *
     * @param threads makes the threads
     */
    public static ThreadFactory propagatingThreads(ThreadFactory threads) {
        return task -> threads.newThread(capture().wrap(task));
    }

    /**
     * Calls this listener for all ids of this JVM from now on; once, however often it is added.
     *
     * @param listener called from now on; compared by {@code equals} with those that were added
     * @see #removeListener
     */
    public static void addListener(Listener listener) {
        LISTENERS.add(listener);
    }

    /**
     * Calls it no more; does nothing where it was not added.
     *
     * @param listener the one to remove
     */
    public static void removeListener(Listener listener) {
        LISTENERS.remove(listener);
    }

    private static void handOver(CorrelationId old, CorrelationId next) {
        Scope before = new Scope(Snapshot.of(old), false);
        try (before) {
            Lines.replacing(LOG, old, next);
        }
        Scope after = new Scope(Snapshot.of(next), false);
        try (after) {
            Lines.replaced(LOG, old, next);
        }
        notifyListeners(listener -> listener.replaced(old, next));
    }

    private static void notifyListeners(Consumer<Listener> event) {
        for (Listener listener : LISTENERS) {
            try {
                event.accept(listener);
            } catch (RuntimeException failed) {
                LOG.warn("A correlation listener failed; the work continues", failed);
            }
        }
    }

    /** The span in which an id is the current one of a thread; see {@link Correlation#open}. */
    public static final class Scope implements AutoCloseable {

        private final Snapshot work;
        private final Thread thread = Thread.currentThread();
        private final @Nullable Scope outer = CURRENT.get();
        private final @Nullable String outerMdc = MDC.get(MDC_KEY);
        private boolean closed;

        /** @param notifies whether listeners were called: not for one that is open for a log line alone */
        Scope(Snapshot work, boolean notifies) {
            this.work = work;
            putMdc(work.id().map(CorrelationId::value).orElse(null));
            CURRENT.set(this);
            if (notifies) {
                work.id().ifPresent(id -> notifyListeners(listener -> listener.opened(id)));
            }
        }

        /** {@return the id of this scope, also while another is open within it; empty in one that a snapshot of nothing opened} */
        public Optional<CorrelationId> id() {
            return work.id();
        }

        /**
         * Restores the previous id, and the previous value of the MDC key. A second call does nothing.
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
                                        this,
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
                                .formatted(this, innermost));
            }
        }

        /** The id; {@code none} where there is none. */
        @Override
        public String toString() {
            return work.toString();
        }

        private static void putMdc(@Nullable String value) {
            if (value == null) {
                MDC.remove(MDC_KEY);
            } else {
                MDC.put(MDC_KEY, value);
            }
        }
    }

    /**
     * Receives the ids of the work, to show them outside of logs: on the spans of a trace, for instance. Called on the thread that
     * does the work, before it continues; what a listener throws is logged, and the work continues.
     *
     * <p>Implementations are thread-safe, quick, and do not change the current id.
     */
    public interface Listener {

        /**
         * A scope has been opened: the id is the current one of this thread. There is no call when a scope is closed.
         *
         * @param id the current id
         */
        default void opened(CorrelationId id) {}

        /**
         * An id has given way to another one; both lines are in the log already. Neither needs to be the current one.
         *
         * @param old the id that has given way
         * @param next the id in its place
         */
        default void replaced(CorrelationId old, CorrelationId next) {}
    }
}
