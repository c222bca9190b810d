package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import java.util.UUID;

/**
 * A creation was sent with the entity's id and the command's id, and one of the two was used together with another before. Nothing was
 * done, and the transaction is as it was. For a client, 422: the message names the two ids that were sent, and no other.
 */
public final class CommandMismatchException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Which of the two ids was used before. */
    private final ReusedId reused;

    CommandMismatchException(ReusedId reused, CommandId command, UUID entity) {
        super(
                reused == ReusedId.COMMAND_ID
                        ? "command %s created an entity other than %s".formatted(command, entity)
                        : "entity %s was created by a command other than %s".formatted(entity, command));
        this.reused = reused;
    }

    /** {@return which of the two ids was used before, with another of the other kind} */
    public ReusedId reused() {
        return reused;
    }
}
