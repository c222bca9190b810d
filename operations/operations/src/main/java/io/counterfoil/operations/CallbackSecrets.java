package io.counterfoil.operations;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.entities.Namespace;
import java.util.List;

/** Knows the secrets that callbacks are signed under. Must be thread-safe. */
@FunctionalInterface
public interface CallbackSecrets {

    /**
     * {@return the secrets of one client: one, or two while they are being replaced} While there are none, its callbacks wait.
     *
     * @param namespace the client's
     */
    List<CallbackSecret> of(Namespace namespace);
}
