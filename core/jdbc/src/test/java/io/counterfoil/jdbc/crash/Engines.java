package io.counterfoil.jdbc.crash;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.store.SteppedClaimStore;
import io.counterfoil.testkit.store.SteppedLeaseStore;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/** An engine for each setting, on one site. */
final class Engines {

    private static final IdempotencyPolicy POLICY =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ofMinutes(2)));

    private final Map<Setting, Idempotency> engines = new EnumMap<>(Setting.class);
    private final Map<Setting, Work> works = new EnumMap<>(Setting.class);
    private final LeaseStore leases;
    private final Idempotency limited;

    /**
     * @param worker who works with these engines
     * @param site where
     * @param pool how to get at the store of the site
     * @param lease how long a lease runs, and how long an execution may that is limited
     * @param points is told of every point that an intention reaches
     */
    Engines(String worker, Site site, DataSource pool, Duration lease, Points points) {
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        limited = Idempotency.on(new JdbcClaimStore(transactions))
                .with(POLICY.withLimits(limits -> limits.withExecutionTime(lease)));
        leases = new SteppedLeaseStore(new JdbcLeaseStore(pool), points);
        for (Setting setting : Setting.values()) {
            boolean transactional = setting == Setting.TRANSACTIONAL;
            Idempotency engine = transactional
                    ? Idempotency.on(new SteppedClaimStore(new JdbcClaimStore(transactions), points))
                    : Idempotency.builder(leases, new LeasePolicy(lease, setting.onExpiry()))
                            .timer(timer())
                            .build();
            engines.put(setting, engine.with(POLICY));
            Work.Connections connections =
                    transactional ? use -> use.with(transactions.connection()) : use -> elsewhere(site, use);
            works.put(setting, new Work(worker, site.effects(setting), connections, points));
        }
    }

    /** With a thread for each setting, so that a renewal that stops does not stop another one's. */
    private static ScheduledExecutorService timer() {
        return Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "renewals");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static void elsewhere(Site site, Work.Connections.Use use) throws SQLException {
        try (Connection connection = site.elsewhere().dataSource().getConnection()) {
            use.with(connection);
        }
    }

    /**
     * Carries an intention out.
     *
     * @param retry whether it says so: the record is looked for first then
     * @return the name of the outcome, and the answer, where there is one
     */
    String execute(String intention, Setting setting, Work.End end, boolean retry) throws SQLException {
        return execute(engine(setting), intention, setting, end, retry);
    }

    /** Executes it in the transaction of its effect, under the limit. */
    String executeLimited(String intention) throws SQLException {
        return execute(limited, intention, Setting.TRANSACTIONAL, Work.End.ANSWER, false);
    }

    private String execute(Idempotency engine, String intention, Setting setting, Work.End end, boolean retry)
            throws SQLException {
        KeyedRequest request =
                new KeyedRequest(key(intention), contents(intention), Optional.of(new AttemptId(retry ? "2" : "1")));
        return engine.execute(request, PayloadCodec.TEXT, work(setting).action(intention, setting, end))
                .match(
                        executed -> "EXECUTED " + executed.value(),
                        replayed -> "REPLAYED " + replayed.value(),
                        rejected -> name(rejected));
    }

    private static String name(Outcome.Rejected<String> rejected) {
        return rejected.match(
                inFlight -> "IN_FLIGHT",
                payloadMismatch -> "MISMATCHED",
                notKept -> "NOT_KEPT",
                unknown -> "UNKNOWN",
                tooMany -> "TOO_MANY",
                notAdmitted -> "NOT_ADMITTED");
    }

    /** What an operator says who has looked: it happened, with this answer. */
    boolean happened(String intention, String answer) {
        return new UnknownOutcomes(leases, POLICY).happened(key(intention), PayloadCodec.TEXT, answer);
    }

    /** What an operator says who has looked: it did not happen. */
    boolean didNotHappen(String intention) {
        return new UnknownOutcomes(leases, POLICY).didNotHappen(key(intention));
    }

    /** The answer of the first effect of an intention. */
    String effect(String intention, Setting setting) throws SQLException {
        return work(setting).effects().of(intention).get(0);
    }

    LeaseStore leases() {
        return leases;
    }

    static IdempotencyKey key(String intention) {
        return IdempotencyKey.of("client", "POST /orders", intention);
    }

    static Fingerprint contents(String intention) {
        return Fingerprint.of(intention.getBytes(StandardCharsets.UTF_8));
    }

    private Idempotency engine(Setting setting) {
        return Objects.requireNonNull(engines.get(setting));
    }

    private Work work(Setting setting) {
        return Objects.requireNonNull(works.get(setting));
    }
}
