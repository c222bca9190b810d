package io.counterfoil.testkit.http;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A response as the client received it. */
record Answer(Response response) {

    Answer(int status, List<HeaderField> fields, byte[] body) {
        this(new Response(status, fields, body));
    }

    int status() {
        return response.status();
    }

    byte[] body() {
        return response.body();
    }

    List<String> all(String name) {
        return response.headers().stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(HeaderField::value)
                .toList();
    }

    /** The value of a field; fails if the field was sent more than once. */
    Optional<String> header(String name) {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw new AssertionError(name + " was sent " + values.size() + " times: " + values);
        }
        return values.stream().findFirst();
    }

    String text() {
        return new String(body(), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return response.bodyLength() < 500 ? response + ": " + text() : response.toString();
    }
}
