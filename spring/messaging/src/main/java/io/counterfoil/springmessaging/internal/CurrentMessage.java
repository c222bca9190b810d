package io.counterfoil.springmessaging.internal;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.correlation.Extension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/**
 * The message that the current thread processes: opened around a listener by the wiring of its container, under an extension of the
 * message's correlation ID.
 *
 * @param id the message's ID, where it has one
 * @param headers its header fields, by their names
 * @param rejecting creates, for a reason, the exception by which the container rejects the message at once, without another delivery
 * @param delivery how it was delivered
 */
public record CurrentMessage(
        Optional<String> id,
        Supplier<Map<String, ?>> headers,
        Function<String, RuntimeException> rejecting,
        DeliveredMessage delivery) {

    private static final ThreadLocal<@Nullable Scope> CURRENT = new ThreadLocal<>();

    /** That of this thread. */
    public static Optional<CurrentMessage> find() {
        return Optional.ofNullable(CURRENT.get()).flatMap(scope -> scope.message);
    }

    /**
     * The correlation ID of what this thread processes, which each attempt extends: that of the message, where it can be trusted, or a fresh
     * one.
     */
    public static Optional<CorrelationId> correlationId() {
        return Optional.ofNullable(CURRENT.get()).map(scope -> scope.correlationId);
    }

    /**
     * Begins to process a message, until the scope is closed by the same thread.
     *
     * @param id the message's ID, null where it has none
     * @param correlationId the correlation ID as it arrived, null where there is none
     */
    public static Scope open(@Nullable String id, @Nullable String correlationId) {
        return open(id, correlationId, Map::of, IllegalStateException::new);
    }

    /**
     * The same, in a container that can reject a message.
     *
     * @param headers its header fields, by their names
     * @param rejecting creates, for a reason, the exception by which the container rejects the message at once, without another delivery
     */
    public static Scope open(
            @Nullable String id,
            @Nullable String correlationId,
            Supplier<Map<String, ?>> headers,
            Function<String, RuntimeException> rejecting) {
        return process(
                new CurrentMessage(Optional.ofNullable(id), headers, rejecting, DeliveredMessage.UNKNOWN),
                correlationId);
    }

    /**
     * Begins to process this message, until the scope is closed by the same thread.
     *
     * @param correlationId the correlation ID as it arrived, null where there is none
     */
    public static Scope process(CurrentMessage message, @Nullable String correlationId) {
        return new Scope(message, Correlation.acceptOrFresh(correlationId));
    }

    /** From now on a failure of what this thread processes is one of this attempt, for the error handling of its container. */
    public static void attempting(FailedAttempt attempt) {
        note(Optional.of(attempt));
    }

    /** The attempt has succeeded: a failure after it is none of its. */
    public static void succeeded() {
        note(Optional.empty());
    }

    private static void note(Optional<FailedAttempt> attempt) {
        Scope scope = CURRENT.get();
        if (scope != null) {
            scope.failed = attempt;
        }
    }

    /** The batch of this thread. */
    public static Optional<CurrentBatch> findBatch() {
        return Optional.ofNullable(CURRENT.get()).flatMap(scope -> scope.batch).map(SingletonSupplier::obtain);
    }

    /**
     * A message of this thread's batch has failed.
     *
     * @param call what was attempted
     */
    public static void failedInBatch(Object call, int index) {
        Scope scope = CURRENT.get();
        if (scope != null) {
            scope.failedInBatch.put(call, index);
        }
    }

    /** An attempt at this thread's batch begins; the failure of an earlier attempt of the same call is over. */
    public static void attemptingBatch(Object call) {
        succeeded();
        Scope scope = CURRENT.get();
        if (scope != null) {
            scope.failedInBatch.remove(call);
        }
    }

    /**
     * Where this argument of a listener is a batch, begins to process its messages as one unit of work, until the scope is closed by the same
     * thread: under a fresh correlation ID that {@linkplain Correlation#combine replaces} theirs. No message is the current one.
     *
     * @param kind what the messages of a batch are
     * @param correlationId that of a message as it arrived, null where it has none
     * @param read reads the batch where it is asked for
     * @return empty where the argument is no batch, or holds no message
     */
    public static <M> Optional<Scope> openBatch(
            @Nullable Object argument,
            Class<M> kind,
            Function<M, @Nullable String> correlationId,
            Function<List<M>, CurrentBatch> read) {
        if (!(argument instanceof Iterable<?> several)) {
            return Optional.empty();
        }
        List<M> messages = new ArrayList<>();
        Set<CorrelationId> ids = new LinkedHashSet<>();
        for (Object one : several) {
            if (kind.isInstance(one)) {
                M message = kind.cast(one);
                messages.add(message);
                String arrived = correlationId.apply(message);
                if (arrived != null) {
                    ids.add(Correlation.acceptOrFresh(arrived));
                }
            }
        }
        return messages.isEmpty()
                ? Optional.empty()
                : Optional.of(batch(ids, SingletonSupplier.of(() -> read.apply(messages))));
    }

    private static Scope batch(Set<CorrelationId> ids, SingletonSupplier<CurrentBatch> batch) {
        if (ids.size() == 1) {
            CorrelationId only = ids.iterator().next();
            return new Scope(
                    Optional.empty(), Optional.of(batch), only, Correlation.adoptExtended(only, Extension.DEFAULT));
        }
        Correlation.Scope combined = Correlation.combine(ids);
        return new Scope(Optional.empty(), Optional.of(batch), combined.id().orElseThrow(), combined);
    }

    /**
     * The innermost advice of a container: each further attempt that the container's own advice makes at what this thread processes runs
     * under another extension of its correlation ID.
     */
    public static MethodInterceptor attempts() {
        return invocation -> {
            Scope current = CURRENT.get();
            if (current == null || current.isFirstAttempt()) {
                return invocation.proceed();
            }
            Correlation.Scope attempt =
                    Correlation.open(Correlation.extended(current.correlationId, Extension.DEFAULT));
            try (attempt) {
                return invocation.proceed();
            }
        };
    }

    /**
     * Proceeds within a scope, and closes it. A failure is remembered together with its correlation ID, under which the container {@linkplain
     * FailedProcessing reports} it. What follows a message of a batch whose failure was caught is delivered again, also where another call of the
     * listener fails at a later message.
     */
    public static @Nullable Object within(Scope scope, MethodInvocation invocation) throws Throwable {
        CorrelationId processing = scope.correlation.id().orElse(scope.correlationId);
        try (scope) {
            Object result = invocation.proceed();
            Optional<RuntimeException> caught = scope.failureWasCaught();
            if (caught.isPresent()) {
                // The application has decided about it.
                scope.failed = Optional.empty();
                throw caught.get();
            }
            return result;
        } catch (Throwable failure) {
            Throwable first = scope.first(failure);
            FailedProcessing.remember(first, processing, scope.failed);
            throw first;
        }
    }

    /** The span of a message, or of a batch. */
    public static final class Scope implements AutoCloseable {

        private final @Nullable Scope outer = CURRENT.get();
        private final Optional<CurrentMessage> message;
        private final Optional<SingletonSupplier<CurrentBatch>> batch;
        private final CorrelationId correlationId;
        private final Correlation.Scope correlation;
        private Optional<FailedAttempt> failed = Optional.empty();
        private final Map<Object, Integer> failedInBatch = new HashMap<>();
        private boolean attempted;

        /** @param correlationId which the processing extends: neither retries nor the delay of redeliveries are known here */
        private Scope(CurrentMessage message, CorrelationId correlationId) {
            this(
                    Optional.of(message),
                    Optional.empty(),
                    correlationId,
                    Correlation.adoptExtended(correlationId, Extension.DEFAULT));
        }

        private Scope(
                Optional<CurrentMessage> message,
                Optional<SingletonSupplier<CurrentBatch>> batch,
                CorrelationId correlationId,
                Correlation.Scope correlation) {
            this.message = message;
            this.batch = batch;
            this.correlationId = correlationId;
            this.correlation = correlation;
            CURRENT.set(this);
        }

        /** For the first message that failed, of all calls that the listener has made for its batch. */
        private Optional<RuntimeException> failureWasCaught() {
            return batch.flatMap(all -> failedInBatch.values().stream()
                    .min(Integer::compare)
                    .flatMap(index -> all.obtain().failureWasCaught(index)));
        }

        /** The failure by which the listener ends: where it would settle messages behind one whose failure was caught, that one. */
        private Throwable first(Throwable failure) {
            Optional<RuntimeException> caught = failureWasCaught();
            if (caught.isEmpty() || settled(failure) <= settled(caught.get())) {
                return failure;
            }
            failed = Optional.empty();
            caught.get().addSuppressed(failure);
            return caught.get();
        }

        private int settled(Throwable failure) {
            return batch.map(all -> all.obtain().settledBy(failure)).orElse(0);
        }

        private boolean isFirstAttempt() {
            boolean first = !attempted;
            attempted = true;
            return first;
        }

        @Override
        public void close() {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
            correlation.close();
        }
    }
}
