package io.counterfoil.http.client;

import java.io.IOException;

/** What carries one try over the network, and blocks until its answer is there. */
@FunctionalInterface
public interface Transport {

    /**
     * Sends the request of the intention once, with the fields of the try. Called under the try's correlation ID.
     *
     * @throws IOException when no whole answer came; it counts as never arrived for a {@link java.net.ConnectException}, a {@link
     *     java.net.http.HttpConnectTimeoutException} and a {@link java.net.UnknownHostException}, and for no other
     * @throws InterruptedException when the thread was interrupted meanwhile
     */
    Received exchange(Try attempt) throws IOException, InterruptedException;
}
