package io.counterfoil.springmessaging.internal;

import io.counterfoil.correlation.Correlation;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The message that the current thread processes: opened around a listener by the wiring of its container, in the scope of the message's
 * correlation ID.
 *
 * @param id the message's ID, where it has one
 * @param headers its header fields, by their names
 * @param rejecting creates, for a reason, the exception by which the container rejects the message at once, without another delivery
 */
public record CurrentMessage(
        Optional<String> id, Supplier<Map<String, ?>> headers, Function<String, RuntimeException> rejecting) {

    private static final ThreadLocal<@Nullable CurrentMessage> CURRENT = new ThreadLocal<>();

    /** That of this thread. */
    public static Optional<CurrentMessage> find() {
        return Optional.ofNullable(CURRENT.get());
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
        return new Scope(new CurrentMessage(Optional.ofNullable(id), headers, rejecting), correlationId);
    }

    /** The span of a message. */
    public static final class Scope implements AutoCloseable {

        private final @Nullable CurrentMessage outer = CURRENT.get();
        private final Correlation.Scope correlation;

        private Scope(CurrentMessage message, @Nullable String correlationId) {
            correlation = Correlation.open(Correlation.acceptOrFresh(correlationId));
            CURRENT.set(message);
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
