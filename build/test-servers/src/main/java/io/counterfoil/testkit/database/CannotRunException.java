package io.counterfoil.testkit.database;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** MariaDB's programs cannot run on this machine. */
final class CannotRunException extends IOException {

    private static final long serialVersionUID = 1L;

    CannotRunException(String reason, @Nullable Throwable cause) {
        super("MariaDB cannot run on this machine: " + reason, cause);
    }
}
