package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import java.sql.SQLException;
import java.sql.SQLTransientException;

/**
 * The entity is being created by the same command in another transaction, which took longer than the database lets a statement wait.
 * Nothing was done. For a client, 409: it may try again soon, with the same command id. The cause is the driver's exception.
 */
public final class CreationInFlightException extends SQLTransientException {

    private static final long serialVersionUID = 1L;

    CreationInFlightException(CommandId command, SQLException cause) {
        super(
                "command %s is being executed by another transaction, and the lock timeout expired: nothing was executed"
                        .formatted(command),
                cause.getSQLState(),
                cause.getErrorCode(),
                cause);
    }
}
