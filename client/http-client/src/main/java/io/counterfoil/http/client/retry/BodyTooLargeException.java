package io.counterfoil.http.client.retry;

import java.io.IOException;

/** A response body is larger than the limit. It is not retried, since it would be as large again. */
public final class BodyTooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * For one limit.
     *
     * @param limit the limit, in bytes
     */
    public BodyTooLargeException(int limit) {
        super("the response's body is larger than the limit of " + limit + " bytes");
    }
}
