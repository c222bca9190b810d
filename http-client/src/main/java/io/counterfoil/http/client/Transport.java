package io.counterfoil.http.client;

import java.io.IOException;

/** Sends one attempt over the network, and blocks until its response has arrived. */
@FunctionalInterface
public interface Transport {

    /**
     * Sends the request once, with the header fields of the attempt. Called under the attempt's correlation ID.
     *
     * @throws IOException when no complete response arrived. Nothing has reached the server in case of a {@link
     *     java.net.ConnectException}, a {@link java.net.http.HttpConnectTimeoutException} or a {@link
     *     java.net.UnknownHostException}, and of no other
     * @throws InterruptedException when the thread was interrupted
     */
    ReceivedResponse exchange(PendingAttempt attempt) throws IOException, InterruptedException;
}
