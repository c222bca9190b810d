package io.counterfoil.story.log;

import io.counterfoil.story.log.Fields.Form;
import io.counterfoil.story.log.LogLine.Defect;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.scan.RawLine;
import io.counterfoil.story.text.Visible;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Parses one line. It never fails; unreadable fields are empty. Thread-safe.
 *
 * @param zone the zone of timestamps without an offset
 */
public record LineParser(Supplier<ZoneId> zone) {

    private static final int MAX_NAME = 256;

    /** Placeholder for an attempt without a name. */
    private static final String NONE = "-";

    /** Parses a line and the continuation lines after it. In a text line the ID must follow its name. */
    public LogLine parse(RawLine raw) {
        return parse(raw, id -> false);
    }

    /**
     * Parses a line; in a text line the ID may also be in brackets without its name.
     *
     * @param bare accepts such IDs; other words, such as names of threads, are in brackets too
     */
    public LogLine parse(RawLine raw, Predicate<String> bare) {
        boolean cut = raw.cut();
        Defect defect = cut ? Defect.CUT : Defect.NONE;
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw.bytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            text = new String(raw.bytes(), StandardCharsets.ISO_8859_1);
            defect = cut ? Defect.CUT : Defect.NO_UTF8;
        }
        if (!text.isEmpty() && text.charAt(0) == '\uFEFF') {
            text = text.substring(1);
        }
        Optional<Parts> parts = Parts.of(text, raw);
        Fields fields = LineUnwrapper.read(parts.map(Parts::line).orElse(text), raw.nextLines(), zone, bare);
        if (fields.form() == Form.BROKEN_JSON && defect == Defect.NONE) {
            defect = Defect.NO_JSON;
        }
        String service = fields.service().isBlank() ? raw.source().serviceName() : fields.service();
        Line line = new Line(
                fields.time(),
                name(service),
                name(fields.level()).toUpperCase(Locale.ROOT),
                name(fields.logger()),
                message(fields.message()),
                value(fields.idempotencyKey()),
                value(fields.attempt()).filter(attempt -> !attempt.equals(NONE)),
                value(fields.client()),
                new Line.Origin(
                        raw.source().name(),
                        raw.offset() - parts.map(Parts::before).orElse(0)));
        return new LogLine(id(fields.id()), id(fields.newId()), id(fields.oldId()), line, defect, parts.isPresent());
    }

    private static String id(String text) {
        return Ids.isId(text) ? text : "";
    }

    /** The value of a field as lines have it; empty if it is blank. */
    public static Optional<String> value(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(name(text));
    }

    private static String name(String text) {
        return Visible.of(text.strip(), MAX_NAME);
    }

    private static String message(String text) {
        String harmless = Visible.of(text.stripTrailing(), Line.MAX_MESSAGE);
        return harmless.indexOf('\\') < 0 ? harmless : withBreaks(text);
    }

    /** Keeps line feeds and tabs, which make a stack trace readable. */
    private static String withBreaks(String text) {
        String cut = text.length() <= Line.MAX_MESSAGE ? text.stripTrailing() : text.substring(0, Line.MAX_MESSAGE);
        StringBuilder message = new StringBuilder(cut.length());
        int from = 0;
        for (int i = 0; i < cut.length(); i++) {
            char c = cut.charAt(i);
            if (c == '\n' || c == '\t') {
                int to = c == '\n' && i > from && cut.charAt(i - 1) == '\r' ? i - 1 : i;
                message.append(Visible.of(cut.substring(from, to))).append(c);
                from = i + 1;
            }
        }
        message.append(Visible.of(cut.substring(from)));
        return text.length() <= Line.MAX_MESSAGE
                ? message.toString()
                : message.append('…').toString();
    }
}
