package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.springboot.internal.EndpointDescriptions;
import io.counterfoil.springboot.internal.KeyCandidates;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.function.SingletonSupplier;

/**
 * The endpoints of the application's handler methods. The table is made when all beans are there, before the first request: what
 * cannot be fails the start. Handlers that are registered later are treated as by default. Thread-safe.
 */
final class HandlerEndpoints implements Endpoints, KeyCandidates, EndpointDescriptions, SmartInitializingSingleton {

    private final SingletonSupplier<EndpointTable> table;

    HandlerEndpoints(Supplier<EndpointTable> table) {
        this.table = SingletonSupplier.of(table);
    }

    @Override
    public void afterSingletonsInstantiated() {
        table.obtain();
    }

    @Override
    public Optional<HttpIdempotency> of(RequestHead request) {
        return table.obtain().of(request);
    }

    @Override
    public boolean mayBeGuarded(HttpServletRequest request) {
        return table.obtain().mayBeGuarded(request);
    }

    @Override
    public List<Map<String, Object>> describe() {
        return table.obtain().describe();
    }
}
