package io.counterfoil.entities;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Commands to entities of one kind, each of which takes effect once: a command that the entity knows returns the entity's
 * current state, and nothing is done.
 *
 * <pre>{@code
 * static final Commands<Order> COMMANDS = Commands.keptIn(Order::commands, Order::withCommands);
 *
 * CommandOutcome<Order> shipped = COMMANDS.once(order, commandId, Order::ship);
 * }</pre>
 *
 * <p>The ids of executed commands are part of the entity, in a {@link CommandIds}; so they are stored if and only if the effect is.
 * The caller loads the entity, and saves an applied one with its list and under a check of its version, in one transaction. Then of two
 * that execute one command at the same time, one is refused by the version, and finds the command when it is run again.
 *
 * <h2>Late retries</h2>
 *
 * <p>The list is bounded, unless it is {@linkplain CommandIds#UNBOUNDED chosen otherwise}. A command that has dropped out of it is
 * executed like a new one: the entity's own rules decide (an order that is shipped cannot be shipped), and they must reject what must not
 * happen twice. Commands without such a rule, like "add one", need a limit that outlasts their clients' retries. Or the command names the
 * version that it was meant for.
 *
 * <p>Immutable and thread-safe, as far as the two functions are.
 *
 * @param <S> the entity, mutable or not
 */
public final class Commands<S> {

    private final Function<? super S, CommandIds> read;
    private final BiFunction<? super S, ? super CommandIds, ? extends S> keep;

    private Commands(
            Function<? super S, CommandIds> read, BiFunction<? super S, ? super CommandIds, ? extends S> keep) {
        this.read = read;
        this.keep = keep;
    }

    /**
     * Defines where entities have their list.
     *
     * @param <S> the entity, mutable or not
     * @param read the list of an entity
     * @param keep the entity with this list; a mutable one is changed and returned
     * @return the commands of these entities
     */
    public static <S> Commands<S> keptIn(
            Function<? super S, CommandIds> read, BiFunction<? super S, ? super CommandIds, ? extends S> keep) {
        return new Commands<>(read, keep);
    }

    /**
     * Executes a command, unless the entity knows it.
     *
     * @param <X> how the change refuses
     * @param entity the entity as loaded
     * @param id the command
     * @param change what the command does to the entity. When it throws, the command remains unknown: a retry is executed. A mutable
     *     entity that it changed before must then be discarded
     * @return the changed entity with the command in its list, not saved yet; or the entity as it was
     * @throws X what the change threw: the entity's refusal
     * @throws IllegalStateException when the entity does not have the command in its list after it was kept there
     */
    public <X extends Exception> CommandOutcome<S> once(S entity, CommandId id, Change<S, X> change) throws X {
        if (isKnown(entity, id)) {
            return new CommandOutcome.Repeated<>(entity);
        }
        S changed = change.apply(entity);
        S kept = keep.apply(changed, of(changed).with(id));
        if (!isKnown(kept, id)) {
            throw new IllegalStateException(
                    "the entity was to keep command %s, and has only %s: a retry would be executed again"
                            .formatted(id, of(kept)));
        }
        return new CommandOutcome.Applied<>(kept);
    }

    /**
     * {@return whether an entity has executed a command, as far as it remembers}
     *
     * @param entity the entity as loaded
     * @param id the command
     */
    public boolean isKnown(S entity, CommandId id) {
        return of(entity).contains(id);
    }

    /**
     * {@return the commands that an entity remembers}
     *
     * @param entity the entity as loaded
     */
    public CommandIds of(S entity) {
        return read.apply(entity);
    }

    /**
     * What a command does to an entity.
     *
     * @param <S> the entity
     * @param <X> how it refuses
     */
    @FunctionalInterface
    public interface Change<S, X extends Exception> {

        /**
         * {@return the changed entity: a new one, or the same}
         *
         * @param entity the entity as loaded, without the command in its list
         * @throws X the entity's refusal
         */
        S apply(S entity) throws X;
    }
}
