package io.counterfoil.entities;

import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import io.counterfoil.ids.text.UuidFormat;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * The id of one command to one entity, made by the client: once for each intention, and sent with every retry.
 *
 * <p>A UUID of any version, save for the nil UUID, which is what a client sends that forgot to make one: the second such command
 * would be taken for a repetition of the first. Random ids serve the commands to an entity that exists; a command that creates one
 * should have an id that is {@linkplain #isTimeBased() time-based}, because a table is searched for it. {@link #next()} serves both.
 *
 * <p>Two commands to one entity must never have one id.
 *
 * @param value the UUID
 */
public record CommandId(UUID value) {

    private static final int NOWHERE = -1;
    private static final int RFC_9562 = 2;
    private static final Set<Integer> TIME_BASED = Set.of(1, 6, 7);

    /**
     * The id of a UUID.
     *
     * @param value any but the nil UUID
     * @throws InvalidIdException when it is the nil UUID
     */
    public CommandId {
        Objects.requireNonNull(value, "value");
        if ((value.getMostSignificantBits() | value.getLeastSignificantBits()) == 0) {
            throw new InvalidIdException(InvalidIdReason.CHARACTER, NOWHERE, "the nil UUID is the id of no command");
        }
    }

    /** {@return a new id, of version 7: greater than all that this process made before} */
    public static CommandId next() {
        return new CommandId(UuidV7.next());
    }

    /**
     * {@return the id of a text from outside, {@code 01890a5d-ac96-774b-bcce-b302099a8057}} {@link #text()} writes it in lower case.
     *
     * @param text 36 characters, of which letters may be in either case (RFC 9562, section 4)
     * @throws InvalidIdException if the text is invalid; the message has the reason and the position
     */
    public static CommandId parse(CharSequence text) {
        return new CommandId(UuidFormat.HEX.parseLenient(text));
    }

    /** {@return whether it has the variant of RFC 9562 and a version that begins with a time: 1, 6 or 7} */
    public boolean isTimeBased() {
        return value.variant() == RFC_9562 && TIME_BASED.contains(value.version());
    }

    /** {@return the canonical text: lower case} {@link #parse} reads it. */
    public String text() {
        return UuidFormat.HEX.format(value);
    }

    @Override
    public String toString() {
        return text();
    }
}
