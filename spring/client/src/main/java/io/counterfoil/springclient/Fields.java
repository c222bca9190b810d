package io.counterfoil.springclient;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Converts header fields of Spring to those of the JDK. */
final class Fields {

    /** Responses from this status up are read completely, because they describe an error. */
    static final int FIRST_ERROR = 400;

    private Fields() {}

    static HttpHeaders of(org.springframework.http.HttpHeaders headers) {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(fields::put);
        return HttpHeaders.of(fields, (name, value) -> true);
    }
}
