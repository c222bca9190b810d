package io.counterfoil.signals.caller;

/**
 * A command under the swarm, type and idempotency key of another one that differs in something else. Nothing was sent. The message
 * names the key and what differs, not the values.
 */
public final class CommandConflictException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    /** The name of what differs. */
    private final String field;

    CommandConflictException(Command command, String field) {
        super("the idempotency key " + command.idempotencyKey() + " was used for another " + command.type()
                + " of swarm " + command.scope().swarmId() + ", with another " + field
                + ": another intention needs another key");
        this.field = field;
    }

    /** {@return what differs: {@code scope} or {@code data}} */
    public String field() {
        return field;
    }

    static void requireSame(Command known, Command command) {
        if (!known.scope().equals(command.scope())) {
            throw new CommandConflictException(command, "scope");
        }
        if (!known.data().equals(command.data())) {
            throw new CommandConflictException(command, "data");
        }
    }
}
