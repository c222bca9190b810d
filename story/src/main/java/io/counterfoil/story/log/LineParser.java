package io.counterfoil.story.log;

import io.counterfoil.story.Limits;
import io.counterfoil.story.Line;
import io.counterfoil.story.log.LogLine.Defect;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.text.Visible;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads one line. It never fails: what cannot be read is empty. Thread-safe.
 *
 * @param zone for times without an offset
 */
public record LineParser(ZoneId zone) {

    private static final int MAX_NAME = 256;

    /**
     * Reads this line.
     *
     * @param cut whether it is a part of a longer one
     */
    public LogLine parse(LogSource source, long offset, byte[] bytes, boolean cut) {
        Defect defect = cut ? Defect.CUT : Defect.NONE;
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            text = new String(bytes, StandardCharsets.ISO_8859_1);
            defect = cut ? Defect.CUT : Defect.NO_UTF8;
        }
        if (!text.isEmpty() && text.charAt(0) == '\uFEFF') {
            text = text.substring(1);
        }
        Optional<Fields> json = Optional.empty();
        if (text.stripLeading().startsWith("{")) {
            json = JsonLine.read(text, zone);
            if (json.isEmpty() && defect == Defect.NONE) {
                defect = Defect.NO_JSON;
            }
        }
        String whole = text;
        Fields fields = json.orElseGet(() -> TextLine.read(whole, zone));
        String service = fields.service().isBlank() ? source.serviceName() : fields.service();
        Line line = new Line(
                fields.time(),
                name(service),
                name(fields.level()).toUpperCase(Locale.ROOT),
                name(fields.logger()),
                message(fields.message()),
                value(fields.idempotencyKey()),
                value(fields.attempt()),
                new Line.Origin(source.name(), offset));
        return new LogLine(id(fields.id()), id(fields.newId()), id(fields.oldId()), line, defect);
    }

    private static String id(String text) {
        return Ids.isId(text) ? text : "";
    }

    private static Optional<String> value(String text) {
        return text.isBlank() ? Optional.empty() : Optional.of(name(text));
    }

    private static String name(String text) {
        return Visible.of(text.strip(), MAX_NAME);
    }

    private static String message(String text) {
        String harmless = Visible.of(text.stripTrailing(), Limits.MAX_MESSAGE);
        return harmless.indexOf('\\') < 0 ? harmless : withBreaks(text);
    }

    /** Line feeds and tabs as they are: they are what makes a stack trace readable. */
    private static String withBreaks(String text) {
        String cut = text.length() <= Limits.MAX_MESSAGE ? text.stripTrailing() : text.substring(0, Limits.MAX_MESSAGE);
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
        return text.length() <= Limits.MAX_MESSAGE
                ? message.toString()
                : message.append('…').toString();
    }
}
