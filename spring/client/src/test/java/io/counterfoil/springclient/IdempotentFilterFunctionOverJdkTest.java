package io.counterfoil.springclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.network.ScriptedServer;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Timeout;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** The same over a connector whose failures are others. */
@Timeout(600)
class IdempotentFilterFunctionOverJdkTest extends IdempotentFilterFunctionTest {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Override
    WebClient.Builder builder() {
        return WebClient.builder().clientConnector(new JdkClientHttpConnector(HTTP));
    }

    @Override
    boolean reportsResetsOfHandshakes() {
        return true;
    }

    /** This connector leaves a connection open whose body nobody wants any more; the attempt ends all the same. */
    @Override
    void assertAbandoned(ScriptedServer server) {
        assertThat(server.seen()).hasSizeGreaterThan(1);
    }
}
