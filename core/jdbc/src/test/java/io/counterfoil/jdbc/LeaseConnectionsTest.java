package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a lease is worth when the server ends the session at any step, and whose connections it uses. */
@Timeout(240)
@Tag("RQ-13")
class LeaseConnectionsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Retention DAY = Retention.of(Duration.ofDays(1));

    /** More than any call sends. */
    private static final int STATEMENTS = 8;

    private final DataSource database = Engine.POSTGRESQL.freshDatabase();
    private final JdbcLeaseStore store = new JdbcLeaseStore(database);

    @BeforeEach
    void create() {
        JdbcSchema.create(database);
    }

    /** The call's answer; empty where its session ended first. */
    private <T> Optional<T> dyingBefore(int statement, Function<JdbcLeaseStore, T> call) {
        DyingConnections connections = new DyingConnections(database);
        JdbcLeaseStore dying = new JdbcLeaseStore(connections.dataSource());
        connections.dieBefore(statement);
        try {
            return Optional.of(call.apply(dying));
        } catch (StoreException told) {
            assertThat(connections.died()).isTrue();
            return Optional.empty();
        }
    }

    private Lease leased(KeyedRequest request) {
        Claim claim = store.lease(request, HOUR, false);
        assertThat(claim).isInstanceOf(Claim.Acquired.class);
        return ((Claim.Acquired) claim).lease();
    }

    private void assertDeaths(int deaths) {
        assertThat(deaths).as("steps at which the session ended").isBetween(1, STATEMENTS - 1);
    }

    @Test
    void leaseCutOff_hasNotBegun_andLeavesNoLock() {
        int deaths = 0;
        for (int step = 1; step <= STATEMENTS; step++) {
            KeyedRequest request = request(freshKey(), "contents");
            if (dyingBefore(step, dying -> dying.lease(request, HOUR, false)).isEmpty()) {
                deaths++;
                leased(request);
            } else {
                assertThat(store.lease(request, HOUR, true)).isInstanceOf(Claim.InFlight.class);
            }
        }
        assertDeaths(deaths);
    }

    @Test
    void takeoverCutOff_leavesTheFormerOwnerOrTheNext_neverBoth() {
        int deaths = 0;
        for (int step = 1; step <= STATEMENTS; step++) {
            KeyedRequest request = request(freshKey(), "contents");
            Lease former = leased(request);
            store.save(former, payload("progress"));
            store.abandon(former);
            Optional<Claim> claim = dyingBefore(step, dying -> dying.lease(request, HOUR, true));
            deaths += claim.isEmpty() ? 1 : 0;

            boolean formers = store.renew(former, HOUR);
            if (claim.isPresent()) {
                assertThat(formers).isFalse();
                assertThat(store.renew(((Claim.Acquired) claim.get()).lease(), HOUR))
                        .isTrue();
            }
            assertThat(store.lease(request, HOUR, true)).as("somebody's").isInstanceOf(Claim.InFlight.class);
            TestDatabases.letTimePass(database, HOUR);
            assertThat(store.lease(request, HOUR, true)).isInstanceOfSatisfying(Claim.Acquired.class, next -> {
                assertThat(next.lease().token()).isGreaterThan(former.token());
                assertThat(next.progress()).contains(payload("progress"));
            });
        }
        assertDeaths(deaths);
    }

    @Test
    void stepCutOff_canBeTakenAgain() {
        int deaths = 0;
        for (int step = 1; step <= STATEMENTS; step++) {
            KeyedRequest request = request(freshKey(), "contents");
            Lease lease = leased(request);
            deaths += dyingBefore(step, dying -> dying.renew(lease, HOUR)).isEmpty() ? 1 : 0;
            assertThat(store.renew(lease, HOUR)).isTrue();
            deaths += dyingBefore(step, dying -> dying.save(lease, payload("progress")))
                            .isEmpty()
                    ? 1
                    : 0;
            assertThat(store.save(lease, payload("progress"))).isTrue();
            deaths += dyingBefore(step, dying -> dying.abandon(lease)).isEmpty() ? 1 : 0;
            assertThat(store.abandon(lease)).isTrue();

            Optional<Settlement> settled = dyingBefore(step, dying -> dying.complete(lease, payload("answer"), DAY));
            deaths += settled.isEmpty() ? 1 : 0;
            assertThat(store.complete(lease, payload("answer"), DAY))
                    .isEqualTo(settled.isEmpty() ? Settlement.RECORDED : Settlement.STALE);
            assertThat(store.find(request.key()))
                    .hasValueSatisfying(record -> assertThat(record.payload()).isEqualTo(payload("answer")));
        }
        assertDeaths(deaths);
    }

    @Test
    void releaseCutOff_canBeTakenAgain_andFreesTheKey() {
        int deaths = 0;
        for (int step = 1; step <= STATEMENTS; step++) {
            KeyedRequest request = request(freshKey(), "contents");
            Lease lease = leased(request);
            Optional<Boolean> released = dyingBefore(step, dying -> dying.release(lease));
            deaths += released.isEmpty() ? 1 : 0;

            assertThat(store.release(lease)).isEqualTo(released.isEmpty());
            assertThat(leased(request).token()).isGreaterThan(lease.token());
        }
        assertDeaths(deaths);
    }

    @Test
    void transactionOfTheCallers_isNotJoined() throws SQLException {
        DataSourceTransactions transactions = new DataSourceTransactions(database);
        KeyedRequest request = request(freshKey(), "contents");

        Lease lease = transactions.run(transaction -> {
            Lease inside = leased(request);
            transaction.setRollbackOnly();
            return inside;
        });

        assertThat(store.renew(lease, HOUR))
                .as("the roll-back was none of its business")
                .isTrue();
    }

    @Test
    void claimsAcrossModes_ofOneKey_areInFlightOrMismatch() {
        JdbcClaimStore claims = JdbcClaimStore.on(database);
        KeyedRequest request = request(freshKey(), "contents");
        KeyedRequest other = request(request.key(), "other contents");

        claims.within(unit -> {
            assertThat(unit.claim(request)).isInstanceOf(Claim.Acquired.class);
            assertThat(store.lease(request, HOUR, true)).isEqualTo(new Claim.InFlight());
            assertThat(store.lease(other, HOUR, true)).isEqualTo(new Claim.Mismatch(Optional.empty()));
            return request;
        });

        leased(request);
        Claim refused = claims.within(unit -> unit.claim(request));
        assertThat(refused).isInstanceOf(Claim.InFlight.class);
    }

    @Test
    void onePoolOfOneConnection_isEnough_outsideOfTransactions() {
        try (var pool = TestDatabases.pool(database, 1, config -> config.setConnectionTimeout(20_000))) {
            JdbcLeaseStore single = new JdbcLeaseStore(pool);
            KeyedRequest request = request(freshKey(), "contents");

            Claim claim = single.lease(request, HOUR, false);
            single.lease(request, HOUR, true);
            Lease lease = ((Claim.Acquired) claim).lease();
            single.abandon(lease);
            single.lease(request, HOUR, true);
            single.purge(1);

            assertThat(single.find(request.key())).isEmpty();
        }
    }

    @Test
    void connectionsGoBack_asTheyCame() throws SQLException {
        try (var pool = TestDatabases.pool(database, 1, config -> config.setAutoCommit(false))) {
            JdbcLeaseStore quiet = new JdbcLeaseStore(pool);
            KeyedRequest request = request(freshKey(), "contents");
            Claim claim = quiet.lease(request, HOUR, false);
            quiet.complete(((Claim.Acquired) claim).lease(), payload("answer"), DAY);

            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
            }
            assertThat(store.find(request.key())).as("committed").isPresent();
        }
    }

    @Test
    void durationThatIsNotPositive_isRefused() {
        KeyedRequest request = request(freshKey(), "contents");
        for (Duration none : new Duration[] {Duration.ZERO, HOUR.negated()}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> store.lease(request, none, false))
                    .withMessageContaining(none.toString());
        }
    }

    @Test
    void leaseAndRetentionForAges_areKept() {
        KeyedRequest request = request(freshKey(), "contents");
        Duration ages = Duration.ofSeconds(Long.MAX_VALUE);
        Claim claim = store.lease(request, ages, false);
        assertThat(store.lease(request, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        store.complete(((Claim.Acquired) claim).lease(), payload("answer"), Retention.of(Duration.ofDays(365_000)));

        TestDatabases.letTimePass(database, Duration.ofDays(10_000));

        assertThat(store.purge(10)).isZero();
        assertThat(store.find(request.key())).isPresent();
    }
}
