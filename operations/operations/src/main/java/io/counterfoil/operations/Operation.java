package io.counterfoil.operations;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.net.URI;
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
        State state,
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

    /** How far an operation is. */
    public enum State {
        /** Not started yet. */
        PENDING,
        /** In progress, or to be resumed. */
        RUNNING,
        /** It is done; final. */
        SUCCEEDED,
        /** It cannot be done; final. What its finished steps have done stays. */
        FAILED;

        /** Whether nothing will change any more. */
        public boolean isFinal() {
            return this == SUCCEEDED || this == FAILED;
        }
    }

    /** The state of an operation's callback. */
    public enum CallbackState {
        /** None was asked for. */
        NONE,
        /** It is still to be made, or to be made again. */
        PENDING,
        /** The target has it. */
        DELIVERED,
        /** The target did not want it, or did not take it in all the time; it can still be asked for the operation. */
        GAVE_UP
    }

    /** Whether it has succeeded or failed. */
    public boolean hasEnded() {
        return state.isFinal();
    }

    /** Which one it is, and how far; nothing of its contents. */
    @Override
    public String toString() {
        return "Operation[" + kind + " " + reference + " of " + namespace + ", " + state + ", done " + done + "]";
    }

    /**
     * Work that is to be submitted. Immutable.
     *
     * <pre>{@code
     * NewOperation.of(namespace, "import", reference).input(json).total(1_000_000).callback(target)
     * }</pre>
     *
     * @param namespace whose it is
     * @param kind what work it is: 1 to 100 characters of printable ASCII without spaces
     * @param reference what it is called; unique for each namespace and kind
     * @param input what it is to work on, at most {@value #MAX_INPUT_BYTES} bytes of UTF-8; what is longer is kept elsewhere, and named here
     * @param total how much there is to do, where that is known
     * @param callback where its client wants to be notified of its end; {@linkplain Operations#checkCallback checked} before
     */
    public record NewOperation(
            Namespace namespace,
            String kind,
            ReferenceId reference,
            String input,
            OptionalLong total,
            Optional<URI> callback) {

        /** The longest input, in bytes of UTF-8. */
        public static final int MAX_INPUT_BYTES = 64 * 1024;

        /** @throws IllegalArgumentException when something is too long, negative, or no kind */
        public NewOperation {
            Texts.kind(kind);
            Texts.bounded("an operation's input", input, MAX_INPUT_BYTES);
            total.ifPresent(number -> Texts.notNegative("an operation's total", number));
            callback.ifPresent(target -> Texts.bounded("a callback's target", target.toString(), 2_048));
        }

        /** Work with an empty input, of unknown size, without a callback. */
        public static NewOperation of(Namespace namespace, String kind, ReferenceId reference) {
            return new NewOperation(namespace, kind, reference, "", OptionalLong.empty(), Optional.empty());
        }

        /** The same with this input. */
        public NewOperation input(String text) {
            return new NewOperation(namespace, kind, reference, text, total, callback);
        }

        /** The same with this much to do. */
        public NewOperation total(long number) {
            return new NewOperation(namespace, kind, reference, input, OptionalLong.of(number), callback);
        }

        /** The same, telling this target of its end. */
        public NewOperation callback(URI target) {
            return new NewOperation(namespace, kind, reference, input, total, Optional.of(target));
        }

        /** Which one it is; nothing of its contents. */
        @Override
        public String toString() {
            return "NewOperation[" + kind + " " + reference + " of " + namespace + "]";
        }
    }
}
