package io.counterfoil.story.log;

import io.counterfoil.story.log.Fields.Form;
import io.counterfoil.story.scan.FollowingLines;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Reads a line of JSON, text, or JSON after text, and removes wrappings of container runtimes and log collectors.
 * Fields of a wrapping are used where the line itself has none.
 */
final class LineUnwrapper {

    private static final int MAX_WRAPPINGS = 3;
    private static final String DOCKER = "{\"log\":\"";

    private LineUnwrapper() {}

    /**
     * Reads a line and the continuation lines after it.
     *
     * @param bare accepts the IDs that count when a text line has one in brackets without a name
     */
    static Fields read(String line, FollowingLines nextLines, Supplier<ZoneId> zone, Predicate<String> bare) {
        Fields fields = read(line, zone, bare, 0);
        if (fields.form() != Form.TEXT || fields.id().isEmpty()) {
            return fields;
        }
        String trace = new StackTrace(Wrapping.of(line, zone).service(), zone).read(nextLines);
        return trace.isEmpty() ? fields : fields.and(trace);
    }

    /** Removes the wrapping of a text line; empty if the line belongs to another service. */
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
                // The text before an object without a message is the message.
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
     * The index of a JSON object that may be the logged event: at the start, or after text without an ID and up to the
     * end of the line; otherwise -1.
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
