package io.counterfoil.entities;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The last commands that an entity executed, oldest first: a list that the entity keeps in its own row, and changes in the same
 * transaction as the rest of it. Its length is bounded, unless {@link #UNBOUNDED} is chosen.
 *
 * <p>An entity without commands has {@link #none()}. A command is new while the list does not {@linkplain #contains contain} it; the
 * entity keeps the list {@linkplain #with with} it then, from which the oldest drops out where it is full. The list need only reach
 * as far back as clients retry. A retry that comes later meets the entity's own rules, and the lock on its version.
 *
 * <p>It is stored as {@linkplain #asText() text}, which is JSON, or as an {@linkplain #toArray() array} of UUIDs. What is read back
 * is checked: of those that are kept, none is there twice. Of a longer list, no more than the limit are in memory at a time.
 *
 * <p>Two lists are equal when they have the same ids in the same order, and the same limit. Immutable and thread-safe; what an
 * operation takes grows with the number of ids.
 */
public final class CommandIds {

    /** How many are remembered by default. */
    public static final int DEFAULT_LIMIT = 20;

    /** The highest limit, but for {@link #UNBOUNDED}. */
    public static final int MAX_LIMIT = 1000;

    /**
     * The limit of a list from which no command drops out, so that no retry is too late. The entity's row grows with each command, by 39
     * bytes as text and 16 as an array, and is read and written whole by each. For entities that get few commands in their life.
     */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final CommandIds NONE = new CommandIds(List.of(), DEFAULT_LIMIT);

    private final List<CommandId> ids;
    private final int limit;

    private CommandIds(List<CommandId> ids, int limit) {
        this.ids = ids;
        this.limit = limit;
    }

    /** {@return a list without commands, with the limit of {@value #DEFAULT_LIMIT}} */
    public static CommandIds none() {
        return NONE;
    }

    /**
     * {@return a list without commands}
     *
     * @param limit how many will be remembered, 1 to {@value #MAX_LIMIT}, or {@link #UNBOUNDED}
     * @throws IllegalArgumentException if the limit is out of range
     */
    public static CommandIds none(int limit) {
        return new CommandIds(List.of(), checked(limit));
    }

    /**
     * {@return the list of a stored text, with the limit of {@value #DEFAULT_LIMIT}}
     *
     * @param text as {@link #asText()} writes it
     * @throws IllegalArgumentException as {@link #ofStored(String, int)}
     */
    public static CommandIds ofStored(String text) {
        return ofStored(text, DEFAULT_LIMIT);
    }

    /**
     * {@return the list of a stored text} It reads what {@link #asText()} writes, and a single space after each comma, as PostgreSQL's {@code
     * jsonb} and MySQL's {@code json} put there; nothing else, not even other JSON.
     *
     * @param text as {@link #asText()} writes it
     * @param limit how many will be remembered; of more that were stored, while the limit was higher, the oldest drop out
     * @throws IllegalArgumentException when the text is no such list, or the limit not 1 to {@value #MAX_LIMIT} nor {@link #UNBOUNDED};
     *     the message has the reason, and at which character
     */
    public static CommandIds ofStored(String text, int limit) {
        Newest newest = new Newest(checked(limit));
        CommandIdsText.read(text, newest::add);
        return newest.list();
    }

    /**
     * {@return the list of a stored array, with the limit of {@value #DEFAULT_LIMIT}}
     *
     * @param array oldest first; copied
     * @throws IllegalArgumentException as {@link #ofStored(UUID[], int)}
     */
    public static CommandIds ofStored(UUID[] array) {
        return ofStored(array, DEFAULT_LIMIT);
    }

    /**
     * {@return the list of a stored array}
     *
     * @param array oldest first; copied
     * @param limit how many will be remembered; of more that were stored, while the limit was higher, the oldest drop out
     * @throws IllegalArgumentException when the array has an id twice, or a nil or missing one, or the limit is not 1 to {@value #MAX_LIMIT}
     *     nor {@link #UNBOUNDED}
     */
    public static CommandIds ofStored(UUID[] array, int limit) {
        Newest newest = new Newest(checked(limit));
        int missing = Arrays.asList(array).indexOf(null);
        if (missing >= 0) {
            throw new IllegalArgumentException("command id %s of the stored array is missing".formatted(missing));
        }
        for (UUID id : array) {
            newest.add(new CommandId(id));
        }
        return newest.list();
    }

    private static int checked(int limit) {
        if ((limit < 1 || limit > MAX_LIMIT) && limit != UNBOUNDED) {
            throw new IllegalArgumentException(
                    "the limit of an entity's command ids must be 1 to %s, or UNBOUNDED, and is %s"
                            .formatted(MAX_LIMIT, limit));
        }
        return limit;
    }

    /** Takes ids one by one, oldest first, and holds no more than the limit. */
    private static final class Newest {

        private final int limit;
        private final Set<CommandId> ids = new LinkedHashSet<>();

        Newest(int limit) {
            this.limit = limit;
        }

        void add(CommandId id) {
            if (!ids.add(id)) {
                throw new IllegalArgumentException("command id %s is stored twice".formatted(id));
            }
            if (ids.size() > limit) {
                ids.remove(ids.iterator().next());
            }
        }

        CommandIds list() {
            return new CommandIds(List.copyOf(ids), limit);
        }
    }

    private static List<CommandId> newest(List<CommandId> ids, int limit) {
        return List.copyOf(ids.subList(Math.max(0, ids.size() - limit), ids.size()));
    }

    /**
     * {@return whether a command was executed before, as far as is remembered}
     *
     * @param id the command
     */
    public boolean contains(CommandId id) {
        return ids.contains(id);
    }

    /**
     * {@return a list with this command as the newest, and without the oldest where it was full; this list where it has the id already}
     *
     * @param id the command that was executed
     */
    public CommandIds with(CommandId id) {
        if (contains(id)) {
            return this;
        }
        return new CommandIds(newest(Stream.concat(ids.stream(), Stream.of(id)).toList(), limit), limit);
    }

    /** {@return how many are remembered at most; {@link #UNBOUNDED} for all} */
    public int limit() {
        return limit;
    }

    /** {@return how many there are} */
    public int size() {
        return ids.size();
    }

    /** {@return whether there are none: no command was executed yet} */
    public boolean isEmpty() {
        return ids.isEmpty();
    }

    /** {@return the ids, oldest first; cannot be changed} */
    public List<CommandId> asList() {
        return ids;
    }

    /**
     * {@return the ids as a JSON array of strings, oldest first, without spaces: {@code ["01890a5d-ac96-774b-bcce-b302099a8057"]}} It has
     * {@code 39 * size() + 1} characters, all ASCII, and 2 without an id: at most 781 for the usual limit.
     */
    public String asText() {
        return CommandIdsText.write(ids);
    }

    /** {@return the ids in a new array, oldest first} */
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
