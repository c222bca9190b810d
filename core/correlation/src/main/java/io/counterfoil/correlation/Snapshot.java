package io.counterfoil.correlation;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work as one thread had it at one moment, to be gone on with on any thread and however often; possibly no work at all.
 *
 * <pre>{@code
 * Snapshot work = Correlation.capture();
 * executor.execute(work.wrap(() -> log.info("on another thread, the same corr_id")));
 * future.thenApply(work.wrapFunction(this::priceOf));
 * }</pre>
 *
 * <p>What is wrapped runs in the work of the snapshot, regardless of what its thread did before; afterwards, also when it throws, the thread
 * has again what it had before. A snapshot of nothing hides the thread's own work in the same way.
 *
 * <p>Immutable except for the count of the work's children, which continues wherever the work does; thread-safe.
 */
public final class Snapshot {

    private static final Snapshot NOTHING = new Snapshot(Optional.empty());

    private final Optional<CorrelationId> id;
    private final AtomicLong children = new AtomicLong();

    private Snapshot(Optional<CorrelationId> id) {
        this.id = id;
    }

    /**
     * {@return work under this id that no thread has begun yet: it has a count of children of its own}
     *
     * @param id the id of the work
     */
    public static Snapshot of(CorrelationId id) {
        return new Snapshot(Optional.of(id));
    }

    /** {@return no work at all: what is captured outside all scopes} */
    public static Snapshot nothing() {
        return NOTHING;
    }

    /** {@return the id of the work; empty where there is none} */
    public Optional<CorrelationId> id() {
        return id;
    }

    /**
     * Makes this the current work of this thread, also where it is none, until the scope is closed.
     *
     * @return the scope, to be closed by this thread
     */
    public Correlation.Scope open() {
        return new Correlation.Scope(this, true);
    }

    /**
     * {@return the task, to be run in this work}
     *
     * @param task what to run
     */
    public Runnable wrap(Runnable task) {
        return () -> {
            Correlation.Scope scope = open();
            try (scope) {
                task.run();
            }
        };
    }

    /**
     * {@return the task, to be called in this work}
     *
     * @param <T> the result's type
     * @param task what to call
     */
    public <T extends @Nullable Object> Callable<T> wrap(Callable<T> task) {
        return () -> {
            Correlation.Scope scope = open();
            try (scope) {
                return task.call();
            }
        };
    }

    /**
     * {@return the supplier, to be called in this work: for what a {@link java.util.concurrent.CompletableFuture} begins with}
     *
     * @param <T> the result's type
     * @param task what to call
     */
    public <T extends @Nullable Object> Supplier<T> wrapSupplier(Supplier<T> task) {
        return () -> {
            Correlation.Scope scope = open();
            try (scope) {
                return task.get();
            }
        };
    }

    /**
     * {@return the function, to be applied in this work: for a step of a {@link java.util.concurrent.CompletableFuture}, which runs on
     * whatever thread has completed the step before}
     *
     * @param <T> the argument's type
     * @param <R> the result's type
     * @param step the function to apply
     */
    public <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> wrapFunction(Function<T, R> step) {
        return argument -> wrapSupplier(() -> step.apply(argument)).get();
    }

    /**
     * {@return the step without a result, to be done in this work, as of {@link #wrapFunction}}
     *
     * @param <T> the argument's type
     * @param step what to do with the argument
     */
    public <T extends @Nullable Object> Consumer<T> wrapConsumer(Consumer<T> step) {
        return argument -> wrap(() -> step.accept(argument)).run();
    }

    /**
     * {@return the function with two arguments, to be applied in this work, as of {@link #wrapFunction}: for a step that handles a result
     * or a failure, for example}
     *
     * @param <T> the first argument's type
     * @param <U> the second argument's type
     * @param <R> the result's type
     * @param step the function to apply
     */
    public <T extends @Nullable Object, U extends @Nullable Object, R extends @Nullable Object>
            BiFunction<T, U, R> wrapBiFunction(BiFunction<T, U, R> step) {
        return (first, second) -> wrapSupplier(() -> step.apply(first, second)).get();
    }

    /**
     * {@return the step with two arguments and without a result, to be done in this work, as of {@link #wrapFunction}}
     *
     * @param <T> the first argument's type
     * @param <U> the second argument's type
     * @param step what to do with the arguments
     */
    public <T extends @Nullable Object, U extends @Nullable Object> BiConsumer<T, U> wrapBiConsumer(
            BiConsumer<T, U> step) {
        return (first, second) -> wrap(() -> step.accept(first, second)).run();
    }

    /**
     * {@return an executor that runs all its tasks in this work, no matter which thread submits them: also the asynchronous steps of a {@link
     * java.util.concurrent.CompletableFuture}, which are handed in by whatever thread has completed the step before, and under its
     * id where the executor is a {@linkplain Correlation#propagating(Executor) propagating} one}
     *
     * @param executor runs the wrapped tasks; it remains the caller's
     */
    public Executor executor(Executor executor) {
        return task -> executor.execute(wrap(task));
    }

    /** The id; {@code none} where there is none. */
    @Override
    public String toString() {
        return id.map(CorrelationId::value).orElse("none");
    }

    long nextChild() {
        return children.incrementAndGet();
    }
}
