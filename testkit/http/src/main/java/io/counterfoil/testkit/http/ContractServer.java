package io.counterfoil.testkit.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;

/**
 * A running server on a free port of 127.0.0.1 with an adapter in front of an {@link Application}. It executes at least
 * {@value #REQUESTS_AT_ONCE} requests concurrently. Thread-safe.
 */
public interface ContractServer extends Closeable {

    /** The minimum number of requests that the server must execute concurrently. */
    int REQUESTS_AT_ONCE = 40;

    /**
     * The header field whose value a server with {@link Feature#PRINCIPAL} authenticates as the principal, by its own
     * mechanism in front of the adapter.
     */
    String PRINCIPAL_FIELD = "Test-Principal";

    /** {@return the URI with scheme, host and port, without a path} */
    URI uri();

    /** Stops the server and releases its port. */
    @Override
    void close() throws IOException;
}
