package io.counterfoil.samples.support.web;

import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Recognises that a client closed its connection before its request was read or its response was written. */
public final class ClientGone {

    private ClientGone() {}

    /** Whether this is the reason of a failure: no fault of the service, and there is no client to answer. */
    public static boolean caused(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClientAbortException || cause instanceof AsyncRequestNotUsableException) {
                return true;
            }
        }
        return false;
    }
}
