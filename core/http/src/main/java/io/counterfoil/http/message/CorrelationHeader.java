package io.counterfoil.http.message;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.net.http.HttpRequest;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The correlation ID out with requests and messages, and in from them, for those that no client or filter of ours sends or
 * receives.
 *
 * <pre>{@code
 * CorrelationHeader header = CorrelationHeader.of(HeaderNames.DEFAULT);
 *
 * header.writeTo(request);                                                             // java.net.http
 * header.writeTo((name, id) -> record.headers().add(name, id.getBytes(US_ASCII)));     // Kafka
 * header.writeTo(properties::put);                                                     // AMQP
 *
 * CorrelationId id = header.readFrom(message::getHeader);
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class CorrelationHeader {

    private final String name;

    private CorrelationHeader(String name) {
        this.name = name;
    }

    /**
     * {@return the header of a correlation ID}
     *
     * @param names has the header's name, {@link HeaderNames#correlationId()}
     */
    public static CorrelationHeader of(HeaderNames names) {
        return new CorrelationHeader(names.correlationId());
    }

    /**
     * Sets the header of a request, in place of one that it has, to an ID of the request's own: see {@link #writeTo(BiConsumer)}.
     *
     * @param request the request to send
     * @return the ID that goes out
     */
    public CorrelationId writeTo(HttpRequest.Builder request) {
        return writeTo(request::setHeader);
    }

    /**
     * Gives the carrier, once, the header's name and an ID of the request's or message's own: {@link Correlation#outgoing}.
     *
     * @param carrier sets or adds a header, given its name and value; called once, in the calling thread
     * @return the ID that goes out
     */
    public CorrelationId writeTo(BiConsumer<String, String> carrier) {
        CorrelationId id = Correlation.outgoing();
        carrier.accept(name, id.value());
        return id;
    }

    /**
     * {@return the ID that came in, where it can be trusted, or else a fresh one: see {@link Correlation#acceptOrFresh}} Opens no scope. What
     * may arrive again under the same ID is processed under an extension of it: {@link Correlation#adoptExtended}.
     *
     * @param carrier the value of the header of a name, null without one; called once
     */
    public CorrelationId readFrom(Function<String, @Nullable String> carrier) {
        return Correlation.acceptOrFresh(carrier.apply(name));
    }
}
