package io.counterfoil.testkit.network;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A received request.
 *
 * @param method such as POST
 * @param path the path with the query, as sent
 * @param headers the fields by lower-case name; values of a repeated field are joined by {@code " AND "}
 * @param body decoded as UTF-8
 */
public record SeenRequest(String method, String path, Map<String, String> headers, String body) {

    /**
     * {@return the value of a header field; empty if absent}
     *
     * @param name the field's name, in any case
     */
    public String header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).orElse("");
    }
}
