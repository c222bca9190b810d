package io.counterfoil.springclient;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Snapshot;
import io.counterfoil.http.message.CorrelationHeader;
import io.counterfoil.http.message.HeaderNames;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Adds the correlation ID to the requests of a {@code WebClient}, and changes nothing else: each request has its own ID, which
 * {@link CorrelationHeader#writeTo(java.util.function.BiConsumer)} creates.
 *
 * <pre>{@code
 * WebClient web = WebClient.builder().filter(CorrelationFilterFunction.of(HeaderNames.DEFAULT)).build();
 * }</pre>
 *
 * <p>The correlation is the one under {@link Correlation#CONTEXT_KEY} in the subscriber's context, or else the current one of
 * the subscribing thread. A header field that the request has already is kept. Each subscription sends another ID. {@link
 * IdempotentFilterFunction}, before or after this filter, replaces it by the ID of the attempt. Immutable; thread-safe.
 */
public final class CorrelationFilterFunction implements ExchangeFilterFunction {

    private final String name;
    private final CorrelationHeader header;

    private CorrelationFilterFunction(HeaderNames names) {
        this.name = names.correlationId();
        this.header = CorrelationHeader.of(names);
    }

    /**
     * {@return a filter that sends the correlation ID}
     *
     * @param names the name of the header field
     */
    public static CorrelationFilterFunction of(HeaderNames names) {
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
