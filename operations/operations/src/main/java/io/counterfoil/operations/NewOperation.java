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

    /**
     * Checks the components.
     *
     * @param namespace the client's
     * @param kind 1 to 100 characters of printable ASCII without spaces
     * @param reference unique for each namespace and kind
     * @param input at most {@value #MAX_INPUT_BYTES} bytes of UTF-8, without NUL characters
     * @param total not negative, where it is known
     * @param callback at most 2,048 bytes of UTF-8, where there is one; not checked by a policy here
     * @throws IllegalArgumentException when one is out of its bounds
     */
    public NewOperation {
        Texts.kind(kind);
        Texts.bounded("an operation's input", input, MAX_INPUT_BYTES);
        total.ifPresent(number -> Texts.notNegative("an operation's total", number));
        callback.ifPresent(target -> Texts.bounded("a callback's target", target.toString(), 2_048));
    }

    /**
     * {@return work with an empty input, of unknown size, without a callback}
     *
     * @param namespace the client's
     * @param kind the kind of work: 1 to 100 characters of printable ASCII without spaces
     * @param reference the operation's name, unique for each namespace and kind
     */
    public static NewOperation of(Namespace namespace, String kind, ReferenceId reference) {
        return new NewOperation(namespace, kind, reference, "", OptionalLong.empty(), Optional.empty());
    }

    /**
     * {@return this work with another input}
     *
     * @param text at most {@value #MAX_INPUT_BYTES} bytes of UTF-8, without NUL characters
     */
    public NewOperation input(String text) {
        return new NewOperation(namespace, kind, reference, text, total, callback);
    }

    /**
     * {@return this work with a known size}
     *
     * @param number how much there is to do, in the units of the work's own progress; not negative
     */
    public NewOperation total(long number) {
        return new NewOperation(namespace, kind, reference, input, OptionalLong.of(number), callback);
    }

    /**
     * {@return this work with a callback when the operation has ended}
     *
     * @param target {@linkplain Operations#checkCallback checked} before; at most 2,048 bytes of UTF-8
     */
    public NewOperation callback(URI target) {
        return new NewOperation(namespace, kind, reference, input, total, Optional.of(target));
    }

    /** Which one it is; nothing of its contents. */
    @Override
    public String toString() {
        return "NewOperation[" + kind + " " + reference + " of " + namespace + "]";
    }
}
