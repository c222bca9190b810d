package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** A request that is being written. Each method changes it and returns it; it can be sent more than once. */
final class Call {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    private URI uri;
    private final String method;
    private final List<Map.Entry<String, String>> headers = new ArrayList<>();
    private BodyPublisher body = BodyPublishers.noBody();
    private String contentType = "";

    Call(URI base, String method, String path) {
        this.uri = base.resolve(path);
        this.method = method;
    }

    /** The same to a service at another address. */
    Call to(URI base) {
        uri = base.resolve(uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()));
        return this;
    }

    /** Sends this body as JSON. */
    Call body(String json) {
        return body(json.getBytes(StandardCharsets.UTF_8));
    }

    Call body(byte[] bytes) {
        body = BodyPublishers.ofByteArray(bytes);
        contentType = "application/json";
        return this;
    }

    /** Sends the body as of this type; empty for none. */
    Call contentType(String type) {
        contentType = type;
        return this;
    }

    /** Sends the body in chunks, without saying how long it is. */
    Call chunked(byte[] bytes) {
        body = BodyPublishers.ofByteArrays(List.of(bytes));
        return this;
    }

    Call key(String idempotencyKey) {
        return header("Idempotency-Key", idempotencyKey);
    }

    Call attempt(String attempt) {
        return header("Idempotency-Attempt", attempt);
    }

    Call client(String name) {
        return header("X-Client-Name", name);
    }

    /** As the owner of this API key. */
    Call apiKey(String key) {
        return header("Authorization", "Bearer " + key);
    }

    Call correlation(String id) {
        return header("Correlation-Id", id);
    }

    Call ifMatch(String tags) {
        return header("If-Match", tags);
    }

    /** Adds a line to the header. */
    Call header(String name, String value) {
        headers.add(Map.entry(name, value));
        return this;
    }

    Reply send() {
        try {
            return reply(HTTP.send(request(), BodyHandlers.ofByteArray()));
        } catch (IOException failure) {
            throw new UncheckedIOException(method + " " + uri, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new InterruptedIOException(method + " " + uri));
        }
    }

    CompletableFuture<Reply> sendAsync() {
        return HTTP.sendAsync(request(), BodyHandlers.ofByteArray()).thenApply(this::reply);
    }

    /** Sends it, and sees that it is answered with 201. */
    Reply created() {
        return answered(201);
    }

    /** Sends it, and sees that it is answered with 200. */
    Reply ok() {
        return answered(200);
    }

    /** Asks for an import until that has ended, and returns it then. */
    JsonNode ended() {
        header("Prefer", "wait=30");
        JsonNode now;
        do {
            now = ok().json();
        } while (now.get("finished_at").isNull());
        return now;
    }

    private Reply answered(int status) {
        Reply reply = send();
        assertThat(reply.status()).as("%s", reply).isEqualTo(status);
        return reply;
    }

    /** Sends it, and sees that it is refused with this status and type. */
    Reply refused(int status, String type) {
        return send().isProblem(status, type);
    }

    /** The same with the field at fault. */
    Reply refused(int status, String type, String field) {
        return send().isProblem(status, type, field);
    }

    private Reply reply(java.net.http.HttpResponse<byte[]> response) {
        Reply reply = new Reply(method, uri.getRawPath(), response);
        OpenApiTest.PUBLISHED.check(reply);
        return reply;
    }

    private HttpRequest request() {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(TIMEOUT).method(method, body);
        headers.forEach(line -> request.header(line.getKey(), line.getValue()));
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        return request.build();
    }

    /** Method and path. */
    @Override
    public String toString() {
        return method + " " + uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }
}
