package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.samples.support.testing.Contract;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** A response, with what it answers. */
record Reply(String method, String path, HttpResponse<byte[]> response) implements Contract.Answer {

    /** Fields that are made afresh for each response: everything else is replayed. */
    private static final List<String> FRESH = List.of(
            "connection",
            "correlation-id",
            "date",
            "idempotency-attempt",
            "idempotency-first-attempt",
            "idempotency-first-received",
            "idempotency-replayed",
            "idempotency-request-count",
            "keep-alive");

    @Override
    public int status() {
        return response.statusCode();
    }

    @Override
    public byte[] bytes() {
        return response.body();
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    JsonNode json() {
        return Bodies.read(bytes());
    }

    /** The entity ID of the object. */
    String id() {
        return json().get("id").stringValue();
    }

    /** The one value of a header field; empty text where there is none. */
    @Override
    public String header(String name) {
        List<String> values = response.headers().allValues(name);
        assertThat(values).as("values of " + name).hasSizeLessThanOrEqualTo(1);
        return values.isEmpty() ? "" : values.get(0);
    }

    /** The header fields that belong to what was done, and not to this response. */
    Map<String, List<String>> semanticHeaders() {
        Map<String, List<String>> headers = new TreeMap<>();
        response.headers().map().forEach((name, values) -> {
            if (!FRESH.contains(name)) {
                headers.put(name, values);
            }
        });
        return headers;
    }

    Reply isReplayed() {
        return saysReplayed("true");
    }

    Reply isOriginal() {
        return saysReplayed("false");
    }

    private Reply saysReplayed(String value) {
        assertThat(header("Idempotency-Replayed")).as("%s", this).isEqualTo(value);
        return this;
    }

    /** A problem of this status; the type is what follows {@code urn:counterfoil:problem:}, or {@code about:blank}. */
    Reply isProblem(int status, String type) {
        assertThat(status()).as("%s", this).isEqualTo(status);
        assertThat(header("Content-Type")).as("%s", this).isEqualTo("application/problem+json");
        String uri = type.equals("about:blank") ? type : "urn:counterfoil:problem:" + type;
        assertThat(json().get("type").stringValue()).as("%s", this).isEqualTo(uri);
        assertThat(json().get("status").intValue()).isEqualTo(status);
        assertThat(text()).doesNotContain("Exception", "\tat ");
        return this;
    }

    Reply isProblem(int status, String type, String field) {
        isProblem(status, type);
        assertThat(json().path("field").asString("(none)")).as("%s", this).isEqualTo(field);
        return this;
    }

    @Override
    public String toString() {
        return method + " " + path + " -> " + status() + " "
                + response.headers().map() + " " + text();
    }
}
