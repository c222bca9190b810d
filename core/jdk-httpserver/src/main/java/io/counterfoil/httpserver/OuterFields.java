package io.counterfoil.httpserver;

import com.sun.net.httpserver.Headers;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * What filters in front had put on the response before the handler ran. Those fields are theirs in every response, and never stored for
 * duplicates; what the handler replaced is the handler's. For one thread.
 */
final class OuterFields {

    private final List<HeaderField> fields;
    private boolean handled;

    OuterFields(Headers headers) {
        this.fields = all(headers);
    }

    static List<HeaderField> all(Headers headers) {
        List<HeaderField> all = new ArrayList<>();
        headers.forEach((name, values) -> values.forEach(value -> all.add(new HeaderField(name, value))));
        return all;
    }

    /** The handler's own part of a response that it made on top of these fields. */
    Response withoutUnchanged(Response made) {
        List<HeaderField> own = new ArrayList<>(made.headers());
        fields.retainAll(own);
        fields.forEach(own::remove);
        handled = true;
        return new Response(made.status(), own, made.body());
    }

    /**
     * Adds the fields of a response to these. Where no handler ran, a stored field replaces these, as the handler's
     * had; {@code Vary} alone only ever grows.
     */
    void mergeInto(Response answer, Headers target) {
        target.clear();
        fields.stream()
                .filter(field -> handled
                        || field.name().equalsIgnoreCase("Vary")
                        || answer.header(field.name()).isEmpty())
                .forEach(field -> target.add(field.name(), field.value()));
        answer.headers().forEach(field -> target.add(field.name(), field.value()));
    }
}
