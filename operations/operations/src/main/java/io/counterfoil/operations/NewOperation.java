package io.counterfoil.operations;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

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
 * @param callback where its client wants to be told of its end; {@linkplain Operations#checkCallback checked} before
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

    /** {@return the same with this input} */
    public NewOperation input(String text) {
        return new NewOperation(namespace, kind, reference, text, total, callback);
    }

    /** {@return the same with this much to do} */
    public NewOperation total(long number) {
        return new NewOperation(namespace, kind, reference, input, OptionalLong.of(number), callback);
    }

    /** {@return the same, telling this target of its end} */
    public NewOperation callback(URI target) {
        return new NewOperation(namespace, kind, reference, input, total, Optional.of(target));
    }

    /** Which one it is; nothing of its contents. */
    @Override
    public String toString() {
        return "NewOperation[" + kind + " " + reference + " of " + namespace + "]";
    }
}
