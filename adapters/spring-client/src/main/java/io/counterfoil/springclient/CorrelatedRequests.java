package io.counterfoil.springclient;

import io.counterfoil.http.CorrelationHeader;
import io.counterfoil.http.HeaderNames;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Sends the correlation ID with what a {@code RestClient} or a {@code RestTemplate} sends, and changes nothing else (CO-3): each request
 * has an ID of its own, as {@link CorrelationHeader#writeTo(java.util.function.BiConsumer)} makes it.
 *
 * <pre>{@code
 * RestClient rest = CorrelatedRequests.by(HeaderNames.DEFAULT).installIn(RestClient.builder()).build();
 * }</pre>
 *
 * <p>A header that the caller sets stays. {@link IdempotentInterceptor} outweighs it by the ID of each try; another interceptor that
 * sends a request again sends its ID again. It is no interceptor itself, because those hold each request's body in memory.
 *
 * <p>Immutable; thread-safe.
 */
public final class CorrelatedRequests {

    private final String name;
    private final CorrelationHeader header;

    private CorrelatedRequests(HeaderNames names) {
        this.name = names.correlationId();
        this.header = CorrelationHeader.of(names);
    }

    /** Sends the header of these names. */
    public static CorrelatedRequests by(HeaderNames names) {
        return new CorrelatedRequests(names);
    }

    /** For the clients that are built by this builder from now on; a default header of theirs stays too. */
    public RestClient.Builder installIn(RestClient.Builder builder) {
        return builder.defaultRequest(described -> described.httpRequest(this::correlate));
    }

    /** For all requests of this client. */
    public RestTemplate installIn(RestTemplate client) {
        // Before the caller's own headers are there, which take the place of this one.
        client.getClientHttpRequestInitializers().add(this::correlate);
        return client;
    }

    private void correlate(HttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        if (!headers.containsHeader(name)) {
            header.writeTo(headers::set);
        }
    }
}
