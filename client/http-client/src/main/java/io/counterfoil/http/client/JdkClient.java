package io.counterfoil.http.client;

import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.RetryPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;

/**
 * The JDK's HTTP client that sends the requests: the caller's, or the default.
 *
 * @param chosen whether the caller has chosen it; its settings are used as they are then
 */
record JdkClient(HttpClient http, boolean chosen) {

    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

    /** Ends a connection that is not made before the attempt ends, since its failure says that nothing was sent. */
    static JdkClient byDefault(RetryPolicy policy) {
        Duration half = policy.attemptTimeout().dividedBy(2);
        Duration limit = half.compareTo(LONGEST_CONNECT) < 0 ? half : LONGEST_CONNECT;
        return new JdkClient(HttpClient.newBuilder().connectTimeout(limit).build(), false);
    }

    static JdkClient chosen(HttpClient http) {
        return new JdkClient(http, true);
    }

    /**
     * The request, without the header fields of an attempt. The default client offers no {@code Upgrade: h2c}: not all servers
     * and proxies expect that beside a body, and RFC 9113 has removed it.
     *
     * @throws IllegalArgumentException when the HTTP client cannot send the request
     */
    HttpRequest requestOf(RetryableRequest retryable) {
        HttpRequest request = retryable.asHttpRequest();
        if (chosen || !"http".equalsIgnoreCase(request.uri().getScheme())) {
            return request;
        }
        return HttpRequest.newBuilder(request, (name, value) -> true)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }
}
