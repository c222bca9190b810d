package io.counterfoil.http;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.RequestHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The head of a request that no server sent. */
record Head(String method, String path, Optional<String> query, List<HeaderField> fields, Optional<String> principal)
        implements RequestHead {

    Head(String method, String path, List<HeaderField> fields) {
        this(method, path, Optional.empty(), fields, Optional.empty());
    }

    static Head of(String method, String path) {
        return new Head(method, path, List.of());
    }

    static Head post(String path) {
        return of("POST", path);
    }

    /** A POST with this key in its header. */
    static Head keyed(String key) {
        return post("/a").with("Idempotency-Key", key);
    }

    Head with(String name, String value) {
        List<HeaderField> more = new ArrayList<>(fields);
        more.add(new HeaderField(name, value));
        return new Head(method, path, query, more, principal);
    }

    Head withQuery(String text) {
        return new Head(method, path, Optional.of(text), fields, principal);
    }

    Head by(String name) {
        return new Head(method, path, query, fields, Optional.of(name));
    }

    @Override
    public List<String> headers(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(HeaderField::value)
                .toList();
    }
}
