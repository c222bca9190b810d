package io.counterfoil.cli.id;

import io.counterfoil.cli.id.Inspection.Use;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.request.KeyField;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds the possible interpretations of a text. Immutable. */
final class Inspector {

    /** The longest text that is inspected, in characters. Every ID is shorter. */
    static final int MAX_LENGTH = 1024;

    private final Setting setting;

    Inspector(Setting setting) {
        this.setting = setting;
    }

    Inspection inspect(String text) {
        if (text.length() > MAX_LENGTH) {
            Findings none = new Findings();
            none.refuse("id", "longer than %s characters".formatted(MAX_LENGTH));
            return new Inspection(text, none.readings(), List.of(), none.refusals());
        }
        Findings found = readings(text);
        keyField(text, found);
        return new Inspection(
                text,
                found.readings(),
                List.of(
                        use("request-id", RequestId::new, text),
                        use("attempt-id", AttemptId::new, text),
                        use("correlation-id", CorrelationId::parse, text)),
                found.refusals());
    }

    private Findings readings(String text) {
        Findings found = new Findings();
        UuidReader uuids = new UuidReader(setting);
        uuids.read(text, found);
        new TypedReader(setting, uuids).read(text, found);
        new NumberReader(setting).read(text, found);
        ObjectIdReader.read(text, setting, found);
        TraceReader.read(text, found);
        NanoIdReader.read(text, found);
        CorrelationReader.read(text, root -> readings(root).likely(), found);
        return found;
    }

    /** Inspects a structured-field string and its contents. A bare text is skipped, because every ID would match. */
    private void keyField(String text, Findings found) {
        if (!text.startsWith("\"")) {
            return;
        }
        try {
            RequestId key = KeyField.parse(text);
            found.add(Reading.of("idempotency-key", "Idempotency-Key field value (structured-field string, RFC 9651)")
                    .likely(true)
                    .canonical(KeyField.format(key), text)
                    .fact("key", key)
                    .parts(readings(key.value()).likely())
                    .build());
        } catch (IllegalArgumentException e) {
            found.refuse("idempotency-key", reason(e));
        }
    }

    private static Use use(String kind, Consumer<String> constructor, String text) {
        try {
            constructor.accept(text);
            return new Use(kind, Optional.empty());
        } catch (IllegalArgumentException e) {
            return new Use(kind, Optional.of(reason(e)));
        }
    }

    private static String reason(IllegalArgumentException refusal) {
        return refusal instanceof InvalidIdentifierException invalid
                ? invalid.reason()
                : String.valueOf(refusal.getMessage());
    }
}
