package io.counterfoil.testkit.http;

/**
 * What stands behind an adapter under test: the scenario's handler. An adapter's test calls it for every request that gets past the
 * adapter, whatever its method and path, on the thread on which its server calls handlers. Thread-safe.
 */
@FunctionalInterface
public interface Application {

    /**
     * Answers a request.
     *
     * @throws Exception of any kind, by a scenario of a handler that fails; it is handed on as if a handler of that server had thrown
     *     it, wrapped where its signature asks for that
     */
    void handle(Exchange exchange) throws Exception;
}
