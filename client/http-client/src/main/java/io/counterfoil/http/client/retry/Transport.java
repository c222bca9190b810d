package io.counterfoil.http.client.retry;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.idempotency.key.AttemptId;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;

/** Sends one attempt over the network, and blocks until its response has arrived. */
@FunctionalInterface
public interface Transport {

    /**
     * Sends the request once, with the header fields of the attempt. Called under the attempt's correlation ID.
     *
     * @throws IOException when no complete response arrived. Nothing has reached the server in case of a {@link
     *     java.net.ConnectException}, a {@link java.net.http.HttpConnectTimeoutException}, a {@link
     *     java.net.UnknownHostException}, a {@link javax.net.ssl.SSLHandshakeException} or a {@link
     *     javax.net.ssl.SSLPeerUnverifiedException}. A handshake that failed is not retried, unless the connection ended
     *     during it. Any other failure may have come after the request, except for those of the JDK's clients and of
     *     Netty that say by their text that a proxy refused the tunnel, that the connect time-out has passed, or that
     *     the port does not expect TLS
     * @throws InterruptedException when the thread was interrupted
     */
    ReceivedResponse exchange(PendingAttempt attempt) throws IOException, InterruptedException;

    /**
     * An attempt that is to be executed now: one request on the wire. Immutable.
     *
     * @param number counts the attempts of the request, from 1
     * @param id the attempt ID, which is sent to the server
     * @param correlationId the correlation ID of its log lines
     * @param timeout the longest it may take, from connecting to the last byte of the response; positive
     * @param headers the fields that it adds to the request's own, each replacing one with the same name
     */
    record PendingAttempt(
            int number, AttemptId id, CorrelationId correlationId, Duration timeout, List<HeaderField> headers) {

        /** Copies the header fields. */
        public PendingAttempt {
            headers = List.copyOf(headers);
        }
    }

    /**
     * The response to an attempt, as a transport has received it. The bytes are not copied; the transport must not change them.
     *
     * @param status the status code
     * @param headers all header fields
     * @param body the whole body; empty where there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared: a transport passes it on to an Answer.
    record ReceivedResponse(int status, HttpHeaders headers, byte[] body) {}

    /** A response body is larger than the limit. It is not retried, since it would be as large again. */
    final class BodyTooLargeException extends IOException {

        private static final long serialVersionUID = 1L;

        /** @param limit in bytes */
        public BodyTooLargeException(int limit) {
            super("the response's body is larger than the limit of " + limit + " bytes");
        }
    }
}
