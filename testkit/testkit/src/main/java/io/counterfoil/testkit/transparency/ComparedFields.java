package io.counterfoil.testkit.transparency;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The header fields of a response that are compared: neither those of one connection or message, nor the library's.
 *
 * @param ignored further names, in lower case
 */
record ComparedFields(Set<String> ignored) {

    /** What a replay does not repeat, because it carries credentials or acts on one browser. */
    static final Set<String> NOT_REPLAYED = Set.of(
            "set-cookie",
            "authorization",
            "authentication-info",
            "x-auth-token",
            "x-csrf-token",
            "x-xsrf-token",
            "dpop-nonce",
            "clear-site-data",
            "refresh");

    private static final Set<String> OF_ONE_MESSAGE = Set.of(
            ":status",
            "age",
            "connection",
            "content-length",
            "correlation-id",
            "date",
            "keep-alive",
            "server",
            "transfer-encoding",
            "via",
            "x-request-id");

    ComparedFields and(String... names) {
        return new ComparedFields(Stream.concat(
                        ignored.stream(), Stream.of(names).map(name -> name.toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet()));
    }

    SortedMap<String, List<String>> of(HttpHeaders headers, UnaryOperator<String> normalization) {
        SortedMap<String, List<String>> fields = new TreeMap<>();
        headers.map().forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!OF_ONE_MESSAGE.contains(lower) && !lower.startsWith("idempotency-") && !ignored.contains(lower)) {
                fields.put(lower, values.stream().map(normalization).toList());
            }
        });
        return fields;
    }
}
