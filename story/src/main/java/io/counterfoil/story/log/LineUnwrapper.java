package io.counterfoil.story.log;

import io.counterfoil.story.log.Fields.Form;
import io.counterfoil.story.scan.Behind;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A line of any kind, out of whatever it was wrapped in: JSON, JSON behind a text, or text. What a wrapping says counts where the line itself
 * says nothing.
 */
final class AnyLine {

    private static final int MAX_WRAPPINGS = 3;
    private static final String DOCKER = "{\"log\":\"";

    private AnyLine() {}

    /**
     * What the line says, and what belongs to it of the lines behind it.
     *
     * @param bare which ids count where a line of text has one in brackets, without its name
     */
    static Fields read(String line, Behind behind, Supplier<ZoneId> zone, Predicate<String> bare) {
        Fields fields = read(line, zone, bare, 0);
        if (fields.form() != Form.TEXT || fields.id().isEmpty()) {
            return fields;
        }
        String trace = new Trace(Wrapping.of(line, zone).service(), zone).behind(behind);
        return trace.isEmpty() ? fields : fields.and(trace);
    }

    /** A line of text out of what a runtime has put round it; empty when it is one of another service. */
    static String unwrapped(String line, String service, Supplier<ZoneId> zone) {
        Wrapping wrapping = Wrapping.of(line, zone);
        String rest = wrapping.service().equals(service) ? wrapping.line() : "";
        if (!rest.startsWith(DOCKER)) {
            return rest;
        }
        Optional<JsonLine> json = JsonLine.of(rest);
        return json.isEmpty() || json.get().wrapped().isEmpty()
                ? rest
                : json.get().wrapped().get(0).stripTrailing();
    }

    private static Fields read(String line, Supplier<ZoneId> zone, Predicate<String> bare, int wrappings) {
        Wrapping wrapping = Wrapping.of(line, zone);
        String rest = wrapping.line();
        int object = object(rest);
        Optional<JsonLine> json = object < 0 ? Optional.empty() : JsonLine.of(rest.substring(object));
        Fields fields;
        if (json.isEmpty()) {
            fields = TextLine.read(rest, zone, object == 0 ? Form.BROKEN_JSON : Form.TEXT, bare);
        } else {
            fields = json(json.get(), zone, bare, wrappings);
            if (object > 0) {
                // An object without a message is what the text before it is about.
                fields = fields.message().isBlank()
                        ? TextLine.read(rest, zone, Form.TEXT, bare)
                        : fields.or(TextLine.read(rest.substring(0, object), zone, Form.TEXT, bare));
            }
        }
        return fields.or(wrapping.time(), wrapping.service());
    }

    private static Fields json(JsonLine json, Supplier<ZoneId> zone, Predicate<String> bare, int wrappings) {
        Fields outer = json.fields(zone);
        if (wrappings < MAX_WRAPPINGS) {
            for (String wrapped : json.wrapped()) {
                Fields inner = read(wrapped, zone, bare, wrappings + 1);
                if (!inner.id().isEmpty()) {
                    return inner.or(outer);
                }
            }
        }
        return outer;
    }

    /**
     * Where an object begins that may be what was logged: at the beginning, or behind a text without an id and up to the end of the
     * line; otherwise -1.
     */
    private static int object(String line) {
        int at = line.indexOf('{');
        if (at < 0 || line.substring(0, at).isBlank()) {
            return at < 0 ? -1 : 0;
        }
        at = line.indexOf("{\"");
        boolean toTheEnd = at > 0 && line.stripTrailing().endsWith("}");
        return toTheEnd
                        && LineIds.of(line.substring(0, at).getBytes(StandardCharsets.UTF_8))
                                .id()
                                .isEmpty()
                ? at
                : -1;
    }
}
