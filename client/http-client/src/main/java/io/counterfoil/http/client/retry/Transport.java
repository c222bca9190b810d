package io.counterfoil.http.client.retry;

import java.io.IOException;

/** Sends one attempt over the network, and blocks until its response has arrived. */
@FunctionalInterface
public interface Transport {

    /**
     * Sends the request once, with the header fields of the attempt. Called under the attempt's correlation ID.
     *
     * @param attempt what to send: its header fields, within its time-out
     * @return the complete response, whatever its status
     * @throws IOException when no complete response arrived. Nothing has reached the server in case of a {@link
     *     java.net.ConnectException}, a {@link java.net.http.HttpConnectTimeoutException}, a {@link java.net.UnknownHostException}, a
     *     {@link javax.net.ssl.SSLHandshakeException} or a {@link javax.net.ssl.SSLPeerUnverifiedException}. A handshake that failed is
     *     not retried, unless the connection ended during it. Any other failure may have come after the request, except for those of the
     *     JDK's clients and of Netty that say by their text that a proxy refused the tunnel, that the connect time-out has passed, or
     *     that the port does not expect TLS
     * @throws InterruptedException when the thread was interrupted
     */
    ReceivedResponse exchange(PendingAttempt attempt) throws IOException, InterruptedException;
}
