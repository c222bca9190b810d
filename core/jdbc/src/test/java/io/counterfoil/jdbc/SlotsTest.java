package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.locks.SlotLocks;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Locks on databases that have none by number. */
@Timeout(240)
@ParameterizedClass
@EnumSource(
        mode = EnumSource.Mode.EXCLUDE,
        names = {"POSTGRESQL", "CITUS"})
@ResourceLock(TestDatabases.LOCK)
class SlotsTest {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final KeyedRequest request = request(freshKey(), "contents");
    private final KeyedRequest otherContents = request(request.key(), "other contents");
    private final Engine engine;
    private final HikariDataSource pool;
    private final DataSourceTransactions transactions;
    private final JdbcClaimStore store;

    SlotsTest(Engine engine) {
        this.engine = engine;
        pool = TestDatabases.pool(engine, 3);
        Sql.run(pool, "CREATE TABLE effect (name varchar(50))");
        transactions = new DataSourceTransactions(pool);
        store = new JdbcClaimStore(transactions);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
    }

    @Test
    @Tag("RQ-11")
    @Tag("RQ-12")
    void keysThatShareASlot_areTakenForInFlight_neverForAMismatch() throws Exception {
        IdempotencyKey neighbour = IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> IdempotencyKey.of("client", "operation", "neighbour " + i))
                .filter(key -> slot(KeyHash.of(key)) == slot(KeyHash.of(request.key())))
                .findFirst()
                .orElseThrow();

        Claim meanwhile = store.<Claim, Exception>within(claims -> {
            assertThat(claims.claim(request)).isInstanceOf(Claim.Acquired.class);
            return threads.submit(() -> claim(request(neighbour, "contents"))).get();
        });

        assertThat(meanwhile).isEqualTo(new Claim.InFlight());
        assertThat(claim(request(neighbour, "contents"))).isInstanceOf(Claim.Acquired.class);
    }

    /** What the slot told of a request that is over, and forgotten, must not be held against a later one. */
    @Test
    @Tag("RQ-11")
    @Tag("LG-5")
    void heldDataKey_isNotTakenForWhatItsSlotToldBefore() throws Exception {
        DataKey held = Stream.iterate(0, i -> i + 1)
                .map(i -> new DataKey("thing", "parent", new RequestId("neighbour " + i)))
                .filter(key -> slot(KeyHash.of(key)) == slot(KeyHash.of(request.key())))
                .findFirst()
                .orElseThrow();
        assertThat(claim(request)).isInstanceOf(Claim.Acquired.class);

        Claim meanwhile = store.<Claim, Exception>within(claims -> {
            assertThat(claims.hold(held)).isTrue();
            return threads.submit(() -> claim(otherContents)).get();
        });

        assertThat(meanwhile).isEqualTo(new Claim.InFlight());
    }

    /** A claim locks its slot, and tells a moment later for what. */
    @Test
    @Tag("RQ-11")
    @Tag("RQ-12")
    void slot_lockedButNotYetWritten_hidesThePreviousRequest() throws Exception {
        assertThat(claim(otherContents)).isInstanceOf(Claim.Acquired.class);

        try (Connection holder = pool.getConnection();
                Statement lock = holder.createStatement()) {
            holder.setAutoCommit(false);
            lock.executeQuery("SELECT slot FROM counterfoil_slot WHERE slot = " + slot(KeyHash.of(request.key()))
                            + " FOR UPDATE")
                    .close();

            assertThat(claim(request)).isEqualTo(new Claim.InFlight());

            holder.rollback();
        }
        assertThat(claim(request)).isInstanceOf(Claim.Acquired.class);
    }

    @Test
    @Tag("RQ-11")
    @Tag("RQ-13")
    void refusedClaim_undoesTheUnitThatMadeIt() throws Exception {
        Claim meanwhile = store.<Claim, Exception>within(claims -> {
            assertThat(claims.claim(request)).isInstanceOf(Claim.Acquired.class);
            return threads.submit(() -> store.<Claim, SQLException>within(late -> {
                        insert(store.connection(), "before the claim");
                        Claim claim = late.claim(otherContents);
                        insert(store.connection(), "after the claim");
                        return claim;
                    }))
                    .get();
        });

        if (engine == Engine.POSTGRESQL_COMPATIBLE) {
            assertThat(meanwhile)
                    .as("no transaction reads what another one has not committed")
                    .isEqualTo(new Claim.InFlight());
        } else {
            assertThat(meanwhile).isInstanceOf(Claim.Mismatch.class);
            assertThat(Sql.number(pool, "SELECT count(*) FROM effect")).isZero();
        }
    }

    @Test
    @Tag("RQ-11")
    void claimOfAReleasedLease_tellsItsContentsToo() throws Exception {
        JdbcLeaseStore leases = new JdbcLeaseStore(pool);
        leases.release(((Claim.Acquired) leases.lease(otherContents, Duration.ofHours(1), false)).lease());

        Claim meanwhile = store.<Claim, Exception>within(claims -> {
            assertThat(claims.claim(request)).isInstanceOf(Claim.Acquired.class);
            return threads.submit(() -> claim(otherContents)).get();
        });

        assertThat(meanwhile)
                .isEqualTo(
                        engine == Engine.POSTGRESQL_COMPATIBLE
                                ? new Claim.InFlight()
                                : new Claim.Mismatch(Optional.empty()));
    }

    @Test
    @Tag("RQ-12")
    void refusedClaimInAJoinedTransaction_leavesThatOneAsItIs() throws Exception {
        store.<Claim, Exception>within(claims -> {
            assertThat(claims.claim(request)).isInstanceOf(Claim.Acquired.class);
            return threads.submit(() -> transactions.run(outer -> {
                        insert(outer.connection(), "of the outer one");
                        assertThat(claim(otherContents)).isEqualTo(new Claim.InFlight());
                        return new Claim.InFlight();
                    }))
                    .get();
        });

        assertThat(Sql.number(pool, "SELECT count(*) FROM effect")).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    void refusedClaim_leavesTheIsolationOfItsConnectionAsItWas() throws Exception {
        int before = isolation();
        store.<Claim, Exception>within(claims -> {
            assertThat(claims.claim(request)).isInstanceOf(Claim.Acquired.class);
            return threads.submit(() -> store.<Claim, SQLException>within(late -> {
                        Claim claim = late.claim(otherContents);
                        assertThat(store.connection().getTransactionIsolation()).isEqualTo(before);
                        return claim;
                    }))
                    .get();
        });
    }

    private int isolation() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return connection.getTransactionIsolation();
        }
    }

    private static int slot(long hash) {
        return (int) (hash & (SlotLocks.SLOTS - 1));
    }

    private Claim claim(KeyedRequest claimed) {
        return store.within(claims -> claims.claim(claimed));
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES ('" + name + "')");
        }
    }
}
