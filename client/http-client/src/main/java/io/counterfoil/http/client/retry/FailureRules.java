package io.counterfoil.http.client.retry;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * What the failure of an attempt says: whether a part of the request may have arrived, and whether the next attempt may
 * end otherwise. The table in docs/guides/client.md has a row for each kind.
 *
 * <p>Some failures before the request have no type of their own, and are recognised by their texts, which the JDK does
 * not translate. One whose text is unknown counts as a failure after the request, which is retried and leaves the outcome
 * unknown.
 */
final class FailureRules {

    /** Of the JDK's clients: {@code java.net.http} and {@code HttpURLConnection}. */
    private static final List<String> TUNNEL_REFUSED =
            List.of("Tunnel failed, got: ", "Unable to tunnel through proxy");

    /** Of the JDK's and of Netty's TLS, for the first bytes of a connection; later ones have other texts. */
    private static final List<String> NO_TLS = List.of(
            "Unsupported or unrecognized SSL message",
            "Unrecognized SSL message, plaintext connection?",
            "not an SSL/TLS record: ");

    /** Of the JDK's TLS, for a connection that ends during the handshake. */
    private static final List<String> ENDED = List.of("Remote host terminated the handshake", "Remote host closed");

    private static final int LONGEST_CHAIN = 20;

    private FailureRules() {}

    /** Whether a part of the request may have arrived at the server. */
    static boolean mayHaveArrived(IOException failure) {
        return !(failure instanceof ConnectException
                || failure instanceof HttpConnectTimeoutException
                || failure instanceof UnknownHostException
                || isOfTheHandshake(failure)
                || hasText(failure, TUNNEL_REFUSED)
                || isConnectTimeout(failure));
    }

    /** Why the next attempt would end in the same way; empty if it need not. */
    static Optional<String> permanent(IOException failure) {
        if (failure instanceof BodyTooLargeException) {
            return Optional.of("the response body is too large");
        }
        return isOfTheHandshake(failure) && !isLostConnection(failure)
                ? Optional.of("the TLS handshake failed")
                : Optional.empty();
    }

    /** The request is sent after the handshake; a server that refuses the client's certificate does not read it. */
    private static boolean isOfTheHandshake(IOException failure) {
        return failure instanceof SSLHandshakeException
                || failure instanceof SSLPeerUnverifiedException
                || (failure instanceof SSLException && hasText(failure, NO_TLS));
    }

    private static boolean isLostConnection(IOException failure) {
        return hasText(failure, ENDED)
                || anyInChain(failure, cause -> cause instanceof SocketException || cause instanceof EOFException);
    }

    /** Of {@code HttpURLConnection} and of clients over blocking sockets; a time-out of reading has another text. */
    private static boolean isConnectTimeout(IOException failure) {
        return failure instanceof SocketTimeoutException
                && String.valueOf(failure.getMessage()).endsWith("onnect timed out");
    }

    private static boolean hasText(IOException failure, List<String> beginnings) {
        String message = String.valueOf(failure.getMessage());
        return beginnings.stream().anyMatch(message::contains);
    }

    private static boolean anyInChain(Throwable failure, Predicate<Throwable> wanted) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < LONGEST_CHAIN; i++) {
            if (wanted.test(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
