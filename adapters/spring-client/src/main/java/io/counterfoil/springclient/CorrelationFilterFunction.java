package io.counterfoil.springclient;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.CorrelationHeader;
import io.counterfoil.http.HeaderNames;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Sends the correlation ID with what a {@code WebClient} sends, and changes nothing else (CO-3): each request has an ID of its own, as
 * {@link CorrelationHeader#writeTo(java.util.function.BiConsumer)} makes it.
 *
 * <pre>{@code
 * WebClient web = WebClient.builder().filter(CorrelationFilterFunction.by(HeaderNames.DEFAULT)).build();
 * }</pre>
 *
 * <p>The work is the one under {@link Correlation#CONTEXT_KEY} in the subscriber's context, or else the current one of the thread that
 * subscribes. A header that the request has already stays. Whoever subscribes once more sends another ID; {@link
 * IdempotentFilterFunction}, before or after this one, outweighs it by the ID of the try. Immutable; thread-safe.
 */
public final class CorrelationFilterFunction implements ExchangeFilterFunction {

    private final String name;
    private final CorrelationHeader header;

    private CorrelationFilterFunction(HeaderNames names) {
        this.name = names.correlationId();
        this.header = CorrelationHeader.of(names);
    }

    /** Sends the header of these names. */
    public static CorrelationFilterFunction by(HeaderNames names) {
        return new CorrelationFilterFunction(names);
    }

    @Override
    public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
        if (request.headers().containsHeader(name)) {
            return next.exchange(request);
        }
        return Mono.deferContextual(context -> {
            Snapshot work =
                    context.<Snapshot>getOrEmpty(Correlation.CONTEXT_KEY).orElseGet(Correlation::capture);
            return next.exchange(work.wrapSupplier(() -> correlated(request)).get());
        });
    }

    private ClientRequest correlated(ClientRequest request) {
        ClientRequest.Builder correlated = ClientRequest.from(request);
        header.writeTo(correlated::header);
        return correlated.build();
    }
}
