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

    private static final int MAX_WRAPPINGS = 5;
    private static final TextEnvelope[] ENVELOPES = TextEnvelope.values();
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
        String trace = new StackTrace(Prefixes.of(line, zone), zone).read(nextLines);
        return trace.isEmpty() ? fields : fields.and(trace);
    }

    /**
     * What precedes a line: the next lines of its stack trace have the same.
     *
     * @param service the name of a Compose service; otherwise empty
     */
    record Prefixes(String service, Optional<TextEnvelope> envelope) {

        static Prefixes of(String line, Supplier<ZoneId> zone) {
            Wrapping wrapping = Wrapping.of(Ansi.strip(line), zone);
            return new Prefixes(
                    wrapping.service(), opened(wrapping.line(), zone).map(TextEnvelope.Opened::envelope));
        }
    }

    private static Optional<TextEnvelope.Opened> opened(String line, Supplier<ZoneId> zone) {
        for (TextEnvelope envelope : ENVELOPES) {
            Optional<TextEnvelope.Opened> opened = envelope.open(line, zone);
            if (opened.isPresent()) {
                return opened;
            }
        }
        return Optional.empty();
    }

    /** Removes the wrapping of a text line; empty if the line belongs to another service. */
    static String unwrapped(String line, Prefixes prefixes, Supplier<ZoneId> zone) {
        Wrapping wrapping = Wrapping.of(Ansi.strip(line), zone);
        String same = wrapping.service().equals(prefixes.service()) ? wrapping.line() : "";
        String rest = prefixes.envelope().isEmpty()
                ? same
                : prefixes.envelope()
                        .get()
                        .open(same, zone)
                        .map(TextEnvelope.Opened::rest)
                        .orElse("");
        if (!rest.startsWith(DOCKER)) {
            return rest;
        }
        Optional<JsonLine> json = JsonLine.of(rest);
        return json.isEmpty() || json.get().wrapped().isEmpty()
                ? rest
                : json.get().wrapped().get(0).stripTrailing();
    }

    private static Fields read(String coloured, Supplier<ZoneId> zone, Predicate<String> bare, int wrappings) {
        String line = Ansi.strip(coloured);
        Optional<TextEnvelope.Opened> opened = wrappings < MAX_WRAPPINGS ? opened(line, zone) : Optional.empty();
        if (opened.isPresent()) {
            Fields inner = read(opened.get().rest(), zone, bare, wrappings + 1);
            if (!inner.id().isEmpty()) {
                return inner.or(
                        opened.get().time(),
                        opened.get().service(),
                        opened.get().level());
            }
        }
        Wrapping wrapping = Wrapping.of(line, zone);
        if (wrapping.line().length() < line.length() && wrappings < MAX_WRAPPINGS) {
            return read(wrapping.line(), zone, bare, wrappings + 1).or(wrapping.time(), wrapping.service(), "");
        }
        String rest = line;
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
        return fields;
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
