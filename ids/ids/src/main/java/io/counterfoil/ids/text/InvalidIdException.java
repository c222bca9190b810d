package io.counterfoil.ids.text;

import java.util.OptionalInt;

/**
 * A text that is not the id it was read as. The message says what was expected and what was found, for a log or for the
 * client who sent it: it is one line of printable ASCII, and repeats at most 64 characters of the text.
 */
public final class InvalidIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private static final int NOWHERE = -1;

    /** Why the text is not the id it was read as. */
    private final InvalidIdReason reason;
    /** The index of the offending character in the whole text; negative where there is none. */
    private final int position;

    /**
     * For those who read ids.
     *
     * @param reason why
     * @param position index of the offending character in the whole text, from 0; negative where it is not one character's fault
     * @param message what was expected and what was found: one line of printable ASCII
     */
    public InvalidIdException(InvalidIdReason reason, int position, String message) {
        super(message);
        this.reason = reason;
        this.position = Math.max(position, NOWHERE);
    }

    /**
     * {@return an exception for a wrong length}
     *
     * @param message what was expected and what was found: one line of printable ASCII
     */
    public static InvalidIdException length(String message) {
        return new InvalidIdException(InvalidIdReason.LENGTH, NOWHERE, message);
    }

    /**
     * {@return an exception for a wrong prefix}
     *
     * @param message what was expected and what was found: one line of printable ASCII
     */
    public static InvalidIdException prefix(String message) {
        return new InvalidIdException(InvalidIdReason.PREFIX, NOWHERE, message);
    }

    /** {@return why the text is not the id it was read as} */
    public InvalidIdReason reason() {
        return reason;
    }

    /** {@return the index of the offending character in the whole text, from 0; empty where it is not one character's fault} */
    public OptionalInt position() {
        return position == NOWHERE ? OptionalInt.empty() : OptionalInt.of(position);
    }
}
