package io.counterfoil.samples.controlplane.orchestrator;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.samples.controlplane.SwarmAction;
import io.counterfoil.samples.controlplane.SwarmCommand;
import io.counterfoil.samples.controlplane.SwarmId;
import io.counterfoil.samples.controlplane.orchestrator.CommandView.AttemptView;
import io.counterfoil.samples.controlplane.orchestrator.CommandView.OutcomeView;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What was sent and what was heard, in the database; with it, what was really done. Thread-safe. */
@Repository
public class History {

    /** The most attempts that are shown of one command, the latest. */
    public static final int MOST_ATTEMPTS = 100;

    private static final String ATTEMPTS = """
            SELECT a.correlation_id, a.sent_at, a.heard_at, a.status, a.retryable, a.error_code, a.error_message, a.replay_of,
                   a.origin, a.made_at, a.copies
            FROM known_attempt a""";

    private final JdbcClient jdbc;

    History(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Notes that an attempt was sent; in the calling thread's transaction, where there is one. */
    void sent(SwarmCommand command, CorrelationId attempt, Instant at) {
        jdbc.sql("INSERT INTO attempt (correlation_id, swarm_id, type, idempotency_key, data, sent_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (correlation_id) DO NOTHING")
                .params(
                        attempt.value(),
                        command.swarm().value(),
                        command.action().type(),
                        command.key().value(),
                        command.data().json(),
                        Timestamp.from(at))
                .update();
    }

    /** Notes that an outcome was heard. One that is heard again is counted. */
    void heard(SignalOutcome outcome) {
        jdbc.sql("INSERT INTO outcome (correlation_id, swarm_id, type, idempotency_key, status, retryable, error_code,"
                        + " error_message, replay_of, origin, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT (correlation_id) DO UPDATE SET copies = outcome.copies + 1")
                .params(Arrays.<@Nullable Object>asList(
                        outcome.correlationId().value(),
                        outcome.scope().swarmId(),
                        outcome.type(),
                        outcome.idempotencyKey().value(),
                        outcome.status(),
                        outcome.isRetryable(),
                        outcome.error().map(SignalFailure::code).orElse(null),
                        outcome.error().map(SignalFailure::message).orElse(null),
                        outcome.replayOf().map(CorrelationId::value).orElse(null),
                        outcome.origin(),
                        Timestamp.from(outcome.timestamp())))
                .update();
    }

    /** The command that this attempt was one of; empty where none of that ID was sent. */
    public Optional<SwarmCommand> commandOf(CorrelationId attempt) {
        return jdbc.sql("SELECT swarm_id, type, idempotency_key, data FROM attempt WHERE correlation_id = ?")
                .param(attempt.value())
                .query((row, number) -> new SwarmCommand(
                        new SwarmId(row.getString("swarm_id")),
                        SwarmAction.ofType(row.getString("type")).orElseThrow(),
                        new RequestId(row.getString("idempotency_key")),
                        Data.parse(row.getString("data"))))
                .optional();
    }

    /** The command with this attempt alone. */
    public Optional<CommandView> attempt(CorrelationId id) {
        return jdbc.sql("SELECT swarm_id, type, idempotency_key FROM known_attempt WHERE correlation_id = ?")
                .param(id.value())
                .query((row, number) -> header(row))
                .optional()
                .map(command -> command.with(jdbc.sql(ATTEMPTS + " WHERE a.correlation_id = ?")
                        .param(id.value())
                        .query((row, number) -> attempt(row))
                        .list()));
    }

    /** The commands under this key, with all their attempts: each swarm and each action is a command of its own. */
    public List<CommandView> commands(RequestId key) {
        return whole(jdbc.sql("SELECT DISTINCT swarm_id, type, idempotency_key FROM known_attempt"
                        + " WHERE idempotency_key = ? ORDER BY swarm_id, type")
                .param(key.value())
                .query((row, number) -> header(row))
                .list());
    }

    /** The commands that attempts were last made of, the latest first. */
    public List<CommandView> latest(int limit) {
        return whole(jdbc.sql(
                        "SELECT swarm_id, type, idempotency_key, max(sent_at) FROM (SELECT * FROM attempt ORDER BY sent_at"
                                + " DESC LIMIT ?) latest GROUP BY swarm_id, type, idempotency_key ORDER BY max(sent_at) DESC LIMIT ?")
                .params(limit * 10, limit)
                .query((row, number) -> header(row))
                .list());
    }

    private List<CommandView> whole(List<CommandView> headers) {
        List<CommandView> commands = new ArrayList<>();
        for (CommandView header : headers) {
            commands.add(header.with(jdbc.sql(ATTEMPTS
                            + " WHERE a.idempotency_key = ? AND a.swarm_id = ? AND a.type = ?"
                            + " ORDER BY coalesce(a.sent_at, a.heard_at) DESC LIMIT ?")
                    .params(header.idempotencyKey(), header.swarmId(), header.type(), MOST_ATTEMPTS)
                    .query((row, number) -> attempt(row))
                    .list()));
        }
        return commands;
    }

    private CommandView header(ResultSet row) throws SQLException {
        String swarm = row.getString("swarm_id");
        String type = row.getString("type");
        String key = row.getString("idempotency_key");
        long effects = jdbc.sql("SELECT count(*) FROM effect WHERE swarm_id = ? AND type = ? AND idempotency_key = ?")
                .params(swarm, type, key)
                .query(Long.class)
                .single();
        return new CommandView(swarm, type, key, effects, List.of());
    }

    private static AttemptView attempt(ResultSet row) throws SQLException {
        OutcomeView outcome = null;
        String status = row.getString("status");
        if (status != null) {
            String code = row.getString("error_code");
            outcome = new OutcomeView(
                    status,
                    row.getBoolean("retryable"),
                    code == null ? null : new SignalFailure(code, row.getString("error_message")),
                    row.getString("replay_of"),
                    row.getString("origin"),
                    row.getTimestamp("made_at").toInstant(),
                    row.getTimestamp("heard_at").toInstant(),
                    row.getInt("copies"));
        }
        return new AttemptView(row.getString("correlation_id"), instant(row.getTimestamp("sent_at")), outcome);
    }

    private static @Nullable Instant instant(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }
}
