package io.counterfoil.samples.support.web;

import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/**
 * Recognizes failures because the client has closed its connection before its request was read or its response was
 * written.
 */
public final class ClientGone {

    private ClientGone() {}

    /** Whether the client has disconnected. The service has not failed, and no response can be sent. */
    public static boolean caused(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClientAbortException || cause instanceof AsyncRequestNotUsableException) {
                return true;
            }
        }
        return false;
    }
}
