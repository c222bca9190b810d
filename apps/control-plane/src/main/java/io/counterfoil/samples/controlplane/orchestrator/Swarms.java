package io.counterfoil.samples.controlplane.orchestrator;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.samples.controlplane.SwarmId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The swarms there are, and the names that are reserved for those that are to be. Thread-safe. */
@Repository
public class Swarms {

    /** The most swarms that are listed. */
    public static final int MOST = 200;

    private static final String SELECT = "SELECT id, state, changed_at FROM swarm";

    private final JdbcClient jdbc;

    Swarms(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The JSON representation of a swarm.
     *
     * @param state {@code Requested} while no controller has made it
     */
    public record SwarmView(String swarmId, String state, Instant changedAt) {}

    /** The latest changed first. */
    public List<SwarmView> all() {
        return jdbc.sql(SELECT + " ORDER BY changed_at DESC, id LIMIT ?")
                .param(MOST)
                .query((row, number) -> new SwarmView(
                        row.getString("id"),
                        row.getString("state"),
                        row.getTimestamp("changed_at").toInstant()))
                .list();
    }

    /** One of them. */
    public Optional<SwarmView> swarm(SwarmId id) {
        return jdbc.sql(SELECT + " WHERE id = ?")
                .param(id.value())
                .query((row, number) -> new SwarmView(
                        row.getString("id"),
                        row.getString("state"),
                        row.getTimestamp("changed_at").toInstant()))
                .optional();
    }

    /**
     * Reserves a name, in the calling thread's transaction, for a swarm that is to be made under this key.
     *
     * @return whether it did, or had it been reserved under this very key: by an attempt whose end is unknown
     */
    boolean reserve(SwarmId id, RequestId key) {
        int inserted = jdbc.sql(
                        "INSERT INTO swarm (id, state, created_under) VALUES (?, 'Requested', ?) ON CONFLICT (id) DO NOTHING")
                .params(id.value(), key.value())
                .update();
        return inserted == 1
                || jdbc.sql("SELECT created_under FROM swarm WHERE id = ?")
                        .param(id.value())
                        .query(String.class)
                        .optional()
                        .filter(key.value()::equals)
                        .isPresent();
    }
}
