package io.counterfoil.operations;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A piece of long-running work, as it stood when it was read. An immutable value.
 *
 * @param namespace the owner's namespace
 * @param kind the kind of work, which determines the executor
 * @param reference its reference ID; unique for each namespace and kind
 * @param state how far it is
 * @param input what it is to work on, as it was submitted
 * @param recoveryPoint what its last finished step left for the next one; empty before the first
 * @param done how much is done, in the unit that its work counts
 * @param total how much there is to do, in the same unit, where that is known
 * @param result the result, as JSON; there as soon as it has succeeded
 * @param failure why it failed, JSON; there as soon as it has failed
 * @param createdAt when it was submitted
 * @param startedAt when its execution first started
 * @param finishedAt when it ended
 * @param correlationId under which it was submitted; each run of it is an extension
 * @param callback the state of its callback
 */
public record Operation(
        Namespace namespace,
        String kind,
        ReferenceId reference,
        OperationState state,
        String input,
        String recoveryPoint,
        long done,
        OptionalLong total,
        Optional<String> result,
        Optional<String> failure,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> finishedAt,
        CorrelationId correlationId,
        CallbackState callback) {

    /** {@return whether it has succeeded or failed} */
    public boolean hasEnded() {
        return state.isFinal();
    }

    /** Which one it is, and how far; nothing of its contents. */
    @Override
    public String toString() {
        return "Operation[" + kind + " " + reference + " of " + namespace + ", " + state + ", done " + done + "]";
    }
}
