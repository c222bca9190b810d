package io.counterfoil.testkit.http;

/**
 * The application behind the adapter under test: the handler of the current scenario. The test of an adapter calls it
 * for every request that passes the adapter, for every method and path, on the thread on which the server calls
 * handlers. Thread-safe.
 */
@FunctionalInterface
public interface Application {

    /**
     * Handles a request.
     *
     * @param exchange the request, and the response to it
     * @throws Exception of any type, in scenarios of failing handlers; the caller propagates it as if a handler of the
     *     server had thrown it, wrapped where the signature requires it
     */
    void handle(Exchange exchange) throws Exception;
}
