package io.counterfoil.shop;

import io.counterfoil.http.KeyedExecution;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.store.StoreException;
import java.io.EOFException;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that ask for what is known of the key, or let exceptions of the engine and of the database through. */
@RestController
class ArgumentsController {

    private final Counter counter;
    private final JdbcClient jdbc;

    ArgumentsController(Counter counter, JdbcClient jdbc) {
        this.counter = counter;
        this.jdbc = jdbc;
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

    /** As a database that is killed leaves it: the stream of the connection ends. */
    private static SQLException brokenConnection() {
        return new SQLException("An I/O error occurred while sending to the backend.", "08006", new EOFException());
    }

    @GetMapping("/store-broken")
    void storeBroken() {
        throw new StoreException("ending a transaction", brokenConnection());
    }

    @PostMapping("/commit-broken")
    void commitBroken() {
        throw new TransactionSystemException("Could not commit", brokenConnection());
    }

    @PostMapping("/cut-off")
    void cutOff() {
        jdbc.sql("SELECT pg_terminate_backend(pg_backend_pid())").query().singleValue();
    }

    @PostMapping("/failing/{how}")
    void failing(@PathVariable String how) {
        throw switch (how) {
            case "slow" -> new QueryTimeoutException("slow");
            case "broken" -> new RecoverableDataAccessException("broken");
            case "gone" -> new DataAccessResourceFailureException("gone");
            default -> new DuplicateKeyException("there is one");
        };
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
