package io.counterfoil.signals.envelope;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The JSON of envelopes. */
final class EnvelopeJson {

    private EnvelopeJson() {}

    static byte[] write(Envelope envelope) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("timestamp", envelope.timestamp().toString());
        fields.put("version", Envelope.VERSION);
        fields.put("kind", envelope.kind().word());
        fields.put("type", envelope.type());
        fields.put("origin", envelope.origin());
        Map<String, String> scope = new LinkedHashMap<>();
        scope.put("swarmId", envelope.scope().swarmId());
        scope.put("role", envelope.scope().role());
        scope.put("instance", envelope.scope().instance());
        fields.put("scope", scope);
        fields.put("correlationId", envelope.attempt().map(CorrelationId::value).orElse(null));
        fields.put("idempotencyKey", envelope.action().map(RequestId::value).orElse(null));
        if (envelope instanceof SignalOutcome outcome) {
            outcome.replayOf().ifPresent(original -> fields.put("replayOf", original.value()));
        }
        fields.put("data", envelope.data());
        return JsonWriter.text(fields).getBytes(StandardCharsets.UTF_8);
    }

    static Envelope read(byte[] json) {
        if (json.length > Envelope.MAX_BYTES) {
            throw new InvalidEnvelopeException(
                    InvalidEnvelopeException.WHOLE, "has at most " + Envelope.MAX_BYTES + " bytes, not " + json.length);
        }
        Fields fields = new Fields(
                JsonReader.object(JsonReader.decoded(json), InvalidEnvelopeException.WHOLE, Envelope.MAX_DEPTH));
        try {
            return read(fields);
        } catch (InvalidEnvelopeException invalid) {
            throw new InvalidEnvelopeException(
                    invalid, valid(() -> EnvelopeJson.attempt(fields)), valid(() -> EnvelopeJson.action(fields)));
        }
    }

    private static <T> Optional<T> valid(Supplier<T> field) {
        try {
            return Optional.of(field.get());
        } catch (InvalidEnvelopeException missing) {
            return Optional.empty();
        }
    }

    private static Envelope read(Fields fields) {
        if (!fields.text("version").equals(Envelope.VERSION)) {
            throw new InvalidEnvelopeException("version", "must be \"" + Envelope.VERSION + "\"");
        }
        EnvelopeKind kind = EnvelopeKind.of(fields.text("kind"));
        fields.requireKnown(kind);
        Instant timestamp = Checks.timestamp(fields.text("timestamp"));
        String type = fields.text("type");
        String origin = fields.text("origin");
        SwarmScope scope = fields.scope();
        Data data = Data.checked(fields.object("data"));
        return switch (kind) {
            case SIGNAL -> new Signal(timestamp, type, origin, scope, attempt(fields), action(fields), data);
            case OUTCOME ->
                new SignalOutcome(
                        timestamp, type, origin, scope, attempt(fields), action(fields), replayOf(fields), data);
            case METRIC -> new Metric(timestamp, type, origin, scope, maybeAttempt(fields), maybeAction(fields), data);
            case ALERT -> new Alert(timestamp, type, origin, scope, maybeAttempt(fields), maybeAction(fields), data);
        };
    }

    private static CorrelationId attempt(Fields fields) {
        return Checks.correlationId("correlationId", fields.text("correlationId"));
    }

    private static RequestId action(Fields fields) {
        return Checks.idempotencyKey(fields.text("idempotencyKey"));
    }

    private static Optional<CorrelationId> replayOf(Fields fields) {
        return fields.has("replayOf")
                ? Optional.of(Checks.correlationId("replayOf", fields.text("replayOf")))
                : Optional.empty();
    }

    private static Optional<CorrelationId> maybeAttempt(Fields fields) {
        return fields.textOrNull("correlationId").map(text -> Checks.correlationId("correlationId", text));
    }

    private static Optional<RequestId> maybeAction(Fields fields) {
        return fields.textOrNull("idempotencyKey").map(Checks::idempotencyKey);
    }
}
