package io.counterfoil.servlet;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

    static void send(Response response, HttpServletResponse target) throws IOException {
        target.setStatus(response.status());
        set(response.headers(), target);
        if (hasContent(response.status())) {
            target.setContentLength(response.bodyLength());
        }
        if (response.bodyLength() > 0) {
            target.getOutputStream().write(response.body());
        }
    }

    /** A length is no field of these (RFC 9110, section 8.6). */
    private static boolean hasContent(int status) {
        return status >= 200 && status != 204 && status != 304;
    }

    /** These fields in place of those of the same names; all others stay. */
    static void set(List<HeaderField> fields, HttpServletResponse target) {
        Map<String, List<HeaderField>> byName = new LinkedHashMap<>();
        for (HeaderField field : fields) {
            byName.computeIfAbsent(field.name().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(field);
        }
        byName.forEach((name, lines) -> {
            Collection<String> present = target.getHeaders(name);
            // What a container sets itself, and again after a reset, is left alone where it is right.
            if (!List.copyOf(present)
                    .equals(lines.stream().map(HeaderField::value).toList())) {
                target.setHeader(lines.get(0).name(), lines.get(0).value());
                lines.stream().skip(1).forEach(line -> target.addHeader(line.name(), line.value()));
            }
        });
    }
}
