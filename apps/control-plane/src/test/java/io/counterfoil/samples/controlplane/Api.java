package io.counterfoil.samples.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.support.testing.Contract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST API from outside. Each answer is compared with the published document. */
record Api(URI url) {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** A name that nobody has used. */
    static String fresh(String what) {
        return what + "-" + UUID.randomUUID().toString().substring(0, 13);
    }

    /** A response. */
    record Reply(String method, String path, HttpResponse<String> response) implements Contract.Answer {

        @Override
        public int status() {
            return response.statusCode();
        }

        @Override
        public byte[] bytes() {
            return response.body().getBytes(StandardCharsets.UTF_8);
        }

        JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        @Override
        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String correlationId() {
            assertThat(status()).as("%s", this).isEqualTo(202);
            return json().get("correlationId").stringValue();
        }

        /** Of this status; the type is what follows {@code urn:counterfoil:problem:}, or {@code about:blank}. */
        Reply isProblem(int status, String type, String field) {
            assertThat(status()).as("%s", this).isEqualTo(status);
            assertThat(header("Content-Type")).isEqualTo("application/problem+json");
            String uri = type.equals("about:blank") ? type : "urn:counterfoil:problem:" + type;
            assertThat(json().get("type").stringValue()).as("%s", this).isEqualTo(uri);
            assertThat(json().path("field").asString("")).as("%s", this).isEqualTo(field);
            assertThat(response.body()).doesNotContain("Exception", "\tat ");
            return this;
        }

        @Override
        public String toString() {
            return method + " " + path + " -> " + status() + " " + response.body();
        }
    }

    Reply command(String swarm, String action, String key) {
        return post(path(swarm, action), "{\"idempotencyKey\":\"" + key + "\"}");
    }

    Reply command(String swarm, String action, String key, String data) {
        return post(path(swarm, action), body(key, data));
    }

    CompletableFuture<Reply> commandAsync(String swarm, String action, String key) {
        String path = path(swarm, action);
        HttpRequest request = json(path)
                .POST(BodyPublishers.ofString("{\"idempotencyKey\":\"" + key + "\"}"))
                .build();
        return HTTP.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> checked("POST", path, response));
    }

    static String path(String swarm, String action) {
        return "/v1/swarms/" + swarm + "/" + action;
    }

    static String body(String key, String data) {
        return "{\"idempotencyKey\":\"" + key + "\",\"data\":" + data + "}";
    }

    Reply post(String path, String body, String... headers) {
        HttpRequest.Builder request = json(path).POST(BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send("POST", path, request);
    }

    Reply get(String path) {
        return send("GET", path, HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE));
    }

    /** Any request, as it is. */
    Reply send(String method, String path, HttpRequest.Builder request) {
        try {
            return checked(method, path, HTTP.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(path, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private HttpRequest.Builder json(String path) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).header("Content-Type", "application/json");
    }

    private static Reply checked(String method, String path, HttpResponse<String> response) {
        Reply reply = new Reply(method, path, response);
        OpenApiTest.PUBLISHED.check(reply);
        return reply;
    }

    /** The commands under a key. */
    JsonNode commands(String key) {
        Reply reply = get("/v1/commands?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
        assertThat(reply.status()).isEqualTo(200);
        return reply.json().get("items");
    }

    /** The one command under a key. */
    JsonNode command(String key) {
        JsonNode commands = commands(key);
        assertThat(commands).as("%s", commands).hasSize(1);
        return commands.get(0);
    }

    /** Asks for the attempt until it has its outcome; returns the command with it. */
    JsonNode answered(String correlationId) {
        return Eventually.value(
                "an outcome of " + correlationId,
                () -> get("/v1/attempts/" + correlationId).json(),
                command -> !command.at("/attempts/0/outcome").isNull()
                        && !command.at("/attempts/0/outcome").isMissingNode());
    }

    /** A swarm that a controller has made. */
    String created() {
        String swarm = fresh("swarm");
        JsonNode command = answered(command(swarm, "create", fresh("key")).correlationId());
        assertThat(command.at("/attempts/0/outcome/status").stringValue()).isEqualTo("Ready");
        return swarm;
    }
}
