package io.counterfoil.entities;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The last commands that an entity executed, oldest first: a list of bounded length that the entity keeps in its own row, and
 * changes in the same transaction as the rest of it.
 *
 * <p>An entity without commands has {@link #none()}. A command is new while the list does not {@linkplain #contains contain} it; the
 * entity keeps the list {@linkplain #with with} it then, from which the oldest drops out where it is full. The list need only reach
 * as far back as clients retry. A retry that comes later meets the entity's own rules, and the lock on its version.
 *
 * <p>It is stored as {@linkplain #asText() text}, which is JSON, or as an {@linkplain #toArray() array} of UUIDs. What is read back
 * is checked: no more than {@value #MAX_LIMIT} ids, none of them twice.
 *
 * <p>Two lists are equal when they have the same ids in the same order, and the same limit. Immutable and thread-safe; what an
 * operation takes grows with the number of ids.
 */
public final class CommandIds {

    /** How many are remembered by default. */
    public static final int DEFAULT_LIMIT = 20;

    /** The highest limit. */
    public static final int MAX_LIMIT = 1000;

    private static final CommandIds NONE = new CommandIds(List.of(), DEFAULT_LIMIT);

    private final List<CommandId> ids;
    private final int limit;

    private CommandIds(List<CommandId> ids, int limit) {
        this.ids = ids;
        this.limit = limit;
    }

    /** No command yet; the limit is {@value #DEFAULT_LIMIT}. */
    public static CommandIds none() {
        return NONE;
    }

    /**
     * No command yet.
     *
     * @param limit how many will be remembered, 1 to {@value #MAX_LIMIT}
     * @throws IllegalArgumentException when the limit is another
     */
    public static CommandIds none(int limit) {
        return new CommandIds(List.of(), checked(limit));
    }

    /**
     * The list of a stored text, with the limit of {@value #DEFAULT_LIMIT}.
     *
     * @throws IllegalArgumentException as {@link #ofStored(String, int)}
     */
    public static CommandIds ofStored(String text) {
        return ofStored(text, DEFAULT_LIMIT);
    }

    /**
     * The list of a stored text. It reads what {@link #asText()} writes, and a single space after each comma, as PostgreSQL's {@code
     * jsonb} and MySQL's {@code json} put there; nothing else, be it JSON or not.
     *
     * @param limit how many will be remembered; of more that were stored, while the limit was higher, the oldest drop out
     * @throws IllegalArgumentException when the text is no such list, or the limit not 1 to {@value #MAX_LIMIT}; the message has the reason,
     *     and at which character
     */
    public static CommandIds ofStored(String text, int limit) {
        return of(CommandIdsText.read(text), limit);
    }

    /**
     * The list of a stored array, with the limit of {@value #DEFAULT_LIMIT}.
     *
     * @throws IllegalArgumentException as {@link #ofStored(UUID[], int)}
     */
    public static CommandIds ofStored(UUID[] array) {
        return ofStored(array, DEFAULT_LIMIT);
    }

    /**
     * The list of a stored array.
     *
     * @param array oldest first; copied
     * @param limit how many will be remembered; of more that were stored, while the limit was higher, the oldest drop out
     * @throws IllegalArgumentException when the array has more than {@value #MAX_LIMIT} ids, one of them twice, or a nil or missing one,
     *     or the limit is not 1 to {@value #MAX_LIMIT}
     */
    public static CommandIds ofStored(UUID[] array, int limit) {
        if (array.length > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "an entity's list has at most %d command ids, and the stored array has %d"
                            .formatted(MAX_LIMIT, array.length));
        }
        int missing = Arrays.asList(array).indexOf(null);
        if (missing >= 0) {
            throw new IllegalArgumentException("command id %d of the stored array is missing".formatted(missing));
        }
        return of(Stream.of(array).map(CommandId::new).toList(), limit);
    }

    private static CommandIds of(List<CommandId> stored, int limit) {
        checked(limit);
        Set<CommandId> distinct = new LinkedHashSet<>();
        for (CommandId id : stored) {
            if (!distinct.add(id)) {
                throw new IllegalArgumentException("command id %s is stored twice".formatted(id));
            }
        }
        return new CommandIds(newest(stored, limit), limit);
    }

    private static int checked(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "the limit of an entity's command ids must be 1 to %d, and is %d".formatted(MAX_LIMIT, limit));
        }
        return limit;
    }

    private static List<CommandId> newest(List<CommandId> ids, int limit) {
        return List.copyOf(ids.subList(Math.max(0, ids.size() - limit), ids.size()));
    }

    /** Whether a command was executed before, as far as is remembered. */
    public boolean contains(CommandId id) {
        return ids.contains(id);
    }

    /** The list with this one as the newest, and without the oldest where it was full; this list where it has the id already. */
    public CommandIds with(CommandId id) {
        if (contains(id)) {
            return this;
        }
        return new CommandIds(newest(Stream.concat(ids.stream(), Stream.of(id)).toList(), limit), limit);
    }

    /** How many are remembered at most. */
    public int limit() {
        return limit;
    }

    /** How many there are. */
    public int size() {
        return ids.size();
    }

    /** Whether there are none: no command was executed yet. */
    public boolean isEmpty() {
        return ids.isEmpty();
    }

    /** The ids, oldest first; cannot be changed. */
    public List<CommandId> asList() {
        return ids;
    }

    /**
     * The ids as a JSON array of strings, oldest first, without spaces: {@code ["01890a5d-ac96-774b-bcce-b302099a8057"]}. It has at most
     * {@code 39 * limit() + 1} characters, all ASCII: 781 for the usual limit.
     */
    public String asText() {
        return CommandIdsText.write(ids);
    }

    /** The ids in a new array, oldest first. */
    public UUID[] toArray() {
        return ids.stream().map(CommandId::value).toArray(UUID[]::new);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CommandIds that && limit == that.limit && ids.equals(that.ids);
    }

    @Override
    public int hashCode() {
        return 31 * ids.hashCode() + limit;
    }

    @Override
    public String toString() {
        return asText();
    }
}
