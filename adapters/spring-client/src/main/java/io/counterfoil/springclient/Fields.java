package io.counterfoil.springclient;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Header fields of Spring's kind as those of the JDK's. */
final class Fields {

    /** Answers from here up are read whole, because they tell what went wrong. */
    static final int FIRST_ERROR = 400;

    private Fields() {}

    static HttpHeaders of(org.springframework.http.HttpHeaders headers) {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(fields::put);
        return HttpHeaders.of(fields, (name, value) -> true);
    }
}
