package io.counterfoil.callbacks;

import java.net.UnknownHostException;

/**
 * A connection was not made, because the {@link TargetPolicy} does not allow its target; nothing was sent. An {@link UnknownHostException},
 * because to a client such a host does not exist.
 */
public final class RefusedTargetException extends UnknownHostException {

    private static final long serialVersionUID = 1L;

    RefusedTargetException(String reason) {
        super(reason);
    }
}
