package io.counterfoil.testkit.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;

/**
 * A server that is running on a free port of 127.0.0.1, with an adapter in front of an {@link Application}. It executes at least
 * {@value #REQUESTS_AT_ONCE} requests at the same time. Thread-safe.
 */
public interface ContractServer extends Closeable {

    /** How many requests a server under test executes at the same time, at the least. */
    int REQUESTS_AT_ONCE = 40;

    /**
     * The header field whose value a server with {@link Feature#PRINCIPAL} takes for the name of the authenticated principal, in its own
     * way, in front of the adapter.
     */
    String PRINCIPAL_FIELD = "Test-Principal";

    /** Where it is: scheme, host and port, without a path. */
    URI uri();

    /** Stops it; the port is free afterwards. */
    @Override
    void close() throws IOException;
}
