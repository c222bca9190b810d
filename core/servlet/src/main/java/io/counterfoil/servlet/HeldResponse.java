package io.counterfoil.servlet;

import jakarta.servlet.http.HttpServletResponse;

/**
 * The response to a request with an idempotency key, while it is made: nothing of it is sent before the record is kept. To what handles
 * the request it behaves like a container's, down to being committed. For one thread at a time.
 */
public interface HeldResponse extends HttpServletResponse {

    /**
     * Drops what was written, and opens the response again where it counts as committed; status and other header fields stay. An error that
     * was {@linkplain HttpServletResponse#sendError sent} stays, too: it is the response.
     */
    void restart();

    /**
     * {@return whether there is no response yet: no status was set and no error sent, and nothing written or flushed, since the last
     * {@link #restart}}
     */
    boolean isUntouched();
}
