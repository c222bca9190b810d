package io.counterfoil.callbacks;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.Timeout;

/**
 * The HTTP client behind {@link GuardedTransports}, with everything off that would do more than send one request. It connects to the
 * addresses that its resolver returns, and asks it for literals too: so there is no way past the policy.
 */
final class GuardedClient {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final int MAX_CONNECTIONS = 200;
    private static final int MAX_HEADERS = 100;
    private static final int MAX_LINE = 8 * 1024;

    private GuardedClient() {}

    static CloseableHttpClient under(TargetPolicy policy) {
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new GuardedResolver(policy))
                        .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                                .http1Config(Http1Config.custom()
                                        .setMaxHeaderCount(MAX_HEADERS)
                                        .setMaxLineLength(MAX_LINE)
                                        .build())
                                .build())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.of(CONNECT_LIMIT))
                                .build())
                        .setMaxConnTotal(MAX_CONNECTIONS)
                        .setMaxConnPerRoute(MAX_CONNECTIONS)
                        .build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .setUserAgent("Counterfoil")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /** Asks the policy whenever a connection is made. */
    private record GuardedResolver(TargetPolicy policy) implements DnsResolver {

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return policy.resolve(host).toArray(InetAddress[]::new);
        }

        @Override
        public String resolveCanonicalHostname(String host) {
            return host;
        }
    }
}
