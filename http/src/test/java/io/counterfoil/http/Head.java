package io.counterfoil.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The head of a request that no server sent. */
record Head(String method, String path, Optional<String> query, List<HeaderField> fields, Optional<String> principal)
        implements RequestHead {

    Head(String method, String path, List<HeaderField> fields) {
        this(method, path, Optional.empty(), fields, Optional.empty());
    }

    static Head post(String path) {
        return new Head("POST", path, List.of());
    }

    Head with(String name, String value) {
        List<HeaderField> more = new ArrayList<>(fields);
        more.add(new HeaderField(name, value));
        return new Head(method, path, query, more, principal);
    }

    @Override
    public List<String> headers(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(HeaderField::value)
                .toList();
    }
}
