package io.counterfoil.servlet;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads native responses, and writes neutral ones to them. */
final class ServletResponses {

    private static final String CONTENT_TYPE = "Content-Type";

    private ServletResponses() {}

    /** All header fields of a response that is not sent yet. */
    static List<HeaderField> headersOf(HttpServletResponse response) {
        List<HeaderField> fields = new ArrayList<>();
        // Some containers list a name once for each of its lines.
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(response.getHeaderNames());
        for (String name : names) {
            response.getHeaders(name).forEach(value -> fields.add(new HeaderField(name, value)));
        }
        // Containers keep the content type apart from the other fields, and some do not list it among them.
        String contentType = response.getContentType();
        if (contentType != null && !names.contains(CONTENT_TYPE)) {
            fields.add(new HeaderField(CONTENT_TYPE, contentType));
        }
        return fields;
    }

    /** Sends a response that no handler made. The container adds the length, as to any response. */
    static void send(Response response, HttpServletResponse target) throws IOException {
        target.setStatus(response.status());
        set(response.headers(), target);
        writeBody(response, target);
    }

    static void writeBody(Response response, HttpServletResponse target) throws IOException {
        if (response.bodyLength() > 0) {
            response.writeBodyTo(target.getOutputStream());
        }
    }

    /** These fields in place of those of the same names; all others stay. */
    static void set(List<HeaderField> fields, HttpServletResponse target) {
        Set<String> done = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (HeaderField field : fields) {
            if (done.add(field.name())) {
                set(field.name(), values(field.name(), fields), target);
            }
        }
    }

    private static List<String> values(String name, List<HeaderField> fields) {
        List<String> values = new ArrayList<>(1);
        for (HeaderField field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                values.add(field.value());
            }
        }
        return values;
    }

    private static void set(String name, List<String> values, HttpServletResponse target) {
        // What a container sets itself, and again after a reset, is left alone where it is right.
        if (target.containsHeader(name) && List.copyOf(target.getHeaders(name)).equals(values)) {
            return;
        }
        target.setHeader(name, values.get(0));
        for (String value : values.subList(1, values.size())) {
            target.addHeader(name, value);
        }
    }
}
