package io.counterfoil.samples.controlplane.orchestrator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.counterfoil.signals.envelope.SignalFailure;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON representation of a command. The order of the components is the order on the wire.
 *
 * @param effects how often it was done: 0 or 1, or else something is wrong
 * @param attempts the latest first
 */
public record CommandView(
        String swarmId, String type, String idempotencyKey, long effects, List<AttemptView> attempts) {

    CommandView with(List<AttemptView> more) {
        return new CommandView(swarmId, type, idempotencyKey, effects, List.copyOf(more));
    }

    /**
     * One attempt.
     *
     * @param correlationId what the logs know it by
     * @param sentAt null where it was sent by an orchestrator that has no memory of it, because it did not hear that it was
     * @param outcome null where none was heard
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record AttemptView(
            String correlationId,
            @Nullable Instant sentAt,
            @Nullable OutcomeView outcome) {}

    /**
     * What became of it.
     *
     * @param error null for a success
     * @param replayOf the correlation ID of the attempt whose outcome this is; null where it is its own
     * @param origin who carried the command out
     * @param madeAt when it was carried out
     * @param heardAt when the orchestrator first heard of it
     * @param copies how often it was heard
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record OutcomeView(
            String status,
            boolean retryable,
            @Nullable SignalFailure error,
            @Nullable String replayOf,
            String origin,
            Instant madeAt,
            Instant heardAt,
            int copies) {}
}
