package io.counterfoil.shop;

import io.counterfoil.http.KeyedExecution;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.store.StoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that ask for what is known of the key, or let exceptions of the engine through. */
@RestController
class ArgumentsController {

    private final Counter counter;

    ArgumentsController(Counter counter) {
        this.counter = counter;
    }

    @PostMapping("/all")
    String all(IdempotencyKey key, Execution execution, KeyedExecution keyed, AttemptId attempt, ClientId client) {
        return key + ", " + attempt + ", " + client + ", " + (keyed.execution() == execution) + ", "
                + execution.lease().key().equals(key);
    }

    @PostMapping("/optional")
    String optional(Optional<IdempotencyKey> key, @Nullable KeyedExecution keyed, Optional<AttemptId> attempt) {
        return key.isPresent() + " " + (keyed != null) + " " + attempt.isPresent();
    }

    @GetMapping("/store")
    void store() {
        throw new StoreException("the database is gone");
    }

    @GetMapping("/identifier")
    void identifier() {
        throw new InvalidIdentifierException("X-Thing", "is none");
    }

    @GetMapping("/nested")
    String nested() {
        return counter.nested("http", counter);
    }

    @GetMapping("/large")
    String large() {
        counter.large("http");
        return counter.large("http");
    }

    @GetMapping("/reused")
    String reused() {
        counter.chosen("http", "a", 1);
        return counter.chosen("http", "b", 1);
    }

    @GetMapping("/unknown")
    String unknown() {
        try {
            counter.lease("http");
        } catch (IllegalStateException first) {
            counter.lease("http");
        }
        return "unreached";
    }
}
