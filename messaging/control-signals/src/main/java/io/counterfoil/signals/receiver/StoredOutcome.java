package io.counterfoil.signals.receiver;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.time.Instant;
import java.util.Optional;

/**
 * An outcome as the record of its command has it, with what tells the sender's next attempt from an unexpected duplicate.
 *
 * @param sent the executed signal; empty in a record of an earlier format
 */
record StoredOutcome(SignalOutcome outcome, Optional<Sent> sent) {

    /**
     * The executed signal.
     *
     * @param origin its sender
     */
    record Sent(String origin, Instant timestamp) {}

    static StoredOutcome of(SignalOutcome outcome, Signal executed) {
        return new StoredOutcome(outcome, Optional.of(new Sent(executed.origin(), executed.timestamp())));
    }

    /**
     * Why a duplicate is unexpected; empty for a redelivery and for another attempt of the same sender, however the sender names its
     * attempts. A sender with another origin is the same one where both attempts extend one correlation ID: it has resumed the command.
     */
    Optional<String> whyUnexpected(Signal duplicate) {
        CorrelationId executed = outcome.original();
        if (duplicate.correlationId().equals(executed)) {
            return sent.filter(first -> !first.timestamp().equals(duplicate.timestamp()))
                    .map(first -> "the attempt was answered before, and is sent again under its correlation ID");
        }
        Optional<CorrelationId> series = executed.parent();
        if (series.isPresent() && series.equals(duplicate.correlationId().parent())) {
            return Optional.empty();
        }
        return sent.map(Sent::origin)
                .filter(first -> !first.equals(duplicate.origin()))
                .map(first ->
                        "the command was executed before, by attempt " + executed + " of another sender, " + first);
    }

    /** Two lines, of which an origin and a timestamp have one each, and the outcome as JSON. */
    static final PayloadCodec<StoredOutcome> CODEC = new PayloadCodec<>() {

        private static final int OUTCOME_ALONE = 21;
        private static final int WITH_SENT = 22;

        @Override
        public Payload encode(StoredOutcome stored) {
            byte[] outcome = stored.outcome().toJson();
            if (stored.sent().isEmpty()) {
                return new Payload(OUTCOME_ALONE, outcome);
            }
            Sent sent = stored.sent().get();
            byte[] head = (sent.origin() + '\n' + sent.timestamp() + '\n').getBytes(UTF_8);
            byte[] bytes = new byte[head.length + outcome.length];
            System.arraycopy(head, 0, bytes, 0, head.length);
            System.arraycopy(outcome, 0, bytes, head.length, outcome.length);
            return new Payload(WITH_SENT, bytes);
        }

        @Override
        public StoredOutcome decode(Payload payload) {
            if (payload.format() != OUTCOME_ALONE && payload.format() != WITH_SENT) {
                throw new IllegalArgumentException(
                        "an outcome stored in format %s cannot be read by this version, which knows the formats %s and %s"
                                .formatted(payload.format(), OUTCOME_ALONE, WITH_SENT));
            }
            if (payload.format() == OUTCOME_ALONE) {
                return new StoredOutcome(outcome(payload.toByteArray()), Optional.empty());
            }
            String[] lines = new String(payload.toByteArray(), UTF_8).split("\n", 3);
            Sent sent = new Sent(lines[0], Instant.parse(lines[1]));
            return new StoredOutcome(outcome(lines[2].getBytes(UTF_8)), Optional.of(sent));
        }

        private static SignalOutcome outcome(byte[] json) {
            return (SignalOutcome) Envelope.read(json);
        }
    };
}
