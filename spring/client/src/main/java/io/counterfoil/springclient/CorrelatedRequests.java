package io.counterfoil.springclient;

import io.counterfoil.http.message.CorrelationHeader;
import io.counterfoil.http.message.HeaderNames;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Adds the correlation ID to the requests of a {@code RestClient} or a {@code RestTemplate}, and changes nothing else: each
 * request has its own ID, which {@link CorrelationHeader#writeTo(java.util.function.BiConsumer)} creates.
 *
 * <pre>{@code
 * RestClient rest = CorrelatedRequests.of(HeaderNames.DEFAULT).installIn(RestClient.builder()).build();
 * }</pre>
 *
 * <p>A header field that the caller sets is kept. {@link IdempotentInterceptor} replaces it by the ID of each attempt; another
 * interceptor that sends a request again sends its ID again. This class is not an interceptor, because interceptors hold each
 * request's body in memory.
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

    /**
     * {@return an initializer that sends the correlation ID}
     *
     * @param names the name of the header field
     */
    public static CorrelatedRequests of(HeaderNames names) {
        return new CorrelatedRequests(names);
    }

    /**
     * Installs it in a builder, for the clients that are built from now on. A default header of theirs is kept.
     *
     * @param builder is changed
     * @return the builder
     */
    public RestClient.Builder installIn(RestClient.Builder builder) {
        return builder.defaultRequest(described -> described.httpRequest(this::correlate));
    }

    /**
     * Installs it in a client. Headers that the caller sets itself are kept.
     *
     * @param client is changed
     * @return the client
     */
    public RestTemplate installIn(RestTemplate client) {
        // Runs before the caller's own headers are set, which replace this one.
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
