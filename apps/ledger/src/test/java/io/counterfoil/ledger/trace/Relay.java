package io.counterfoil.ledger.trace;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Does what the W3C's harness for trace context asks a service for: of a body {@code [{"url": …, "arguments": …}]} it posts the arguments
 * of each to its URL, one after the other.
 */
final class Relay {

    static final String PATH = "/trace-context";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final RestClient client;

    /** By HTTP/1.1: the harness's server drops the body of a request that offers HTTP/2 beside it. */
    Relay(RestClient.Builder client) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.client =
                client.requestFactory(new JdkClientHttpRequestFactory(http)).build();
    }

    RouterFunction<ServerResponse> route() {
        return RouterFunctions.route().POST(PATH, this::relay).build();
    }

    private ServerResponse relay(ServerRequest request) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (JsonNode call : JSON.readTree(request.body(String.class))) {
            statuses.add(client.post()
                    .uri(call.path("url").asString())
                    .contentType(MediaType.APPLICATION_JSON)
                    .body(call.path("arguments").toString())
                    .retrieve()
                    .toBodilessEntity()
                    .getStatusCode()
                    .value());
        }
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).body(statuses.toString());
    }
}
