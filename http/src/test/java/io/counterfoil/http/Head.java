package io.counterfoil.http;

import java.util.ArrayList;
import java.util.List;

/** The head of a request that no server sent. */
record Head(String method, String path, List<HeaderField> fields) implements RequestHead {

    static Head post(String path) {
        return new Head("POST", path, List.of());
    }

    Head with(String name, String value) {
        List<HeaderField> more = new ArrayList<>(fields);
        more.add(new HeaderField(name, value));
        return new Head(method, path, more);
    }

    @Override
    public List<String> headers(String name) {
        return fields.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(HeaderField::value)
                .toList();
    }
}
