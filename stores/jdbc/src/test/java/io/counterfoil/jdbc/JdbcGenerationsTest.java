package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.JdbcGenerations.Round;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
@Tag("RQ-17")
class JdbcGenerationsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Retention DAY = Retention.of(Duration.ofDays(1));

    /** Of six hours, or a little more where the present generation of that width would end within the next hour, and so in a test. */
    private static final Duration WIDTH = endsSoon(Duration.ofHours(6)) ? Duration.ofMinutes(361) : Duration.ofHours(6);

    private static final Duration LONGEST = WIDTH.multipliedBy(4);

    private DataSource database;
    private JdbcGenerations generations;
    private JdbcLeaseStore store;

    @BeforeEach
    void create() {
        database = Engine.POSTGRESQL.freshDatabase();
        generations = new JdbcGenerations(database, WIDTH, LONGEST);
        generations.create();
        store = new JdbcLeaseStore(database);
    }

    private static boolean endsSoon(Duration width) {
        long now = System.currentTimeMillis();
        return now / width.toMillis() != (now + HOUR.toMillis()) / width.toMillis();
    }

    private Lease leased(KeyedRequest request) {
        return ((Claim.Acquired) store.lease(request, Duration.ofDays(90), false)).lease();
    }

    private KeyedRequest recorded(Retention retention) {
        KeyedRequest request = request(freshKey(), "contents");
        assertThat(store.complete(leased(request), payload("answer"), retention))
                .isEqualTo(Settlement.RECORDED);
        return request;
    }

    private long tables() {
        return Sql.number(
                database, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'counterfoil_record'::regclass");
    }

    /** A generation of the past, made as one that is left over, with a record in it. */
    private void leaveBehind(KeyedRequest recorded) {
        long hour = HOUR.toSeconds() * 1_000_000;
        long now = Sql.number(database, "SELECT (extract(epoch FROM now()) * 1000000)::bigint");
        long from = now - 48 * hour;
        Sql.run(
                database,
                "CREATE TABLE counterfoil_record_until_then PARTITION OF counterfoil_record FOR VALUES FROM (" + from
                        + ") TO (" + (from + hour) + ")");
        Sql.run(
                database,
                "UPDATE counterfoil_record SET expires_at = " + (from + 1) + " WHERE request_id = '"
                        + recorded.key().requestId().value() + "'");
        assertThat(Sql.number(database, "SELECT count(*) FROM counterfoil_record_until_then"))
                .isOne();
    }

    @Test
    void generationsAreThere_fromNowToTheLongestRetention() {
        JdbcSchema.verify(database);

        assertThat(tables())
                .as("four, one to spare, the present, never and other")
                .isBetween(8L, 9L);
        recorded(DAY);
        recorded(Retention.of(Duration.ofMillis(1)));
        assertThat(Sql.number(database, "SELECT count(*) FROM counterfoil_record_other"))
                .isZero();
        assertThat(generations.purge()).isEqualTo(new Round(0, 0, 0, 0));
    }

    @Test
    @Tag("RQ-4")
    void generationWhoseTimeIsOver_isDropped_andEverythingElseStays() {
        KeyedRequest expired = recorded(DAY);
        KeyedRequest live = recorded(DAY);
        KeyedRequest forEver = recorded(Retention.FOREVER);
        KeyedRequest atWork = request(freshKey(), "contents");
        Lease lease = leased(atWork);
        KeyedRequest unknown = request(freshKey(), "contents");
        store.abandon(leased(unknown));
        leaveBehind(expired);
        long before = tables();

        Round round = generations.purge();

        assertThat(round).isEqualTo(new Round(0, 1, 0, 0));
        assertThat(tables()).isEqualTo(before - 1);
        assertThat(store.find(expired.key())).isEmpty();
        assertThat(store.find(live.key())).isPresent();
        assertThat(store.find(forEver.key())).isPresent();
        assertThat(store.lease(unknown, HOUR, false)).isEqualTo(new Claim.Unknown());
        assertThat(store.lease(atWork, HOUR, true)).isInstanceOf(Claim.InFlight.class);
        assertThat(store.complete(lease, payload("answer"), DAY)).isEqualTo(Settlement.RECORDED);
        assertThat(store.find(atWork.key())).isPresent();
    }

    @Test
    @Tag("RQ-13")
    void requestInFlight_overTheBoundaryOfGenerations_isRecordedOnce() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease lease = leased(request);
        leaveBehind(recorded(DAY));
        generations.purge();

        assertThat(store.renew(lease, HOUR)).isTrue();
        assertThat(store.complete(lease, payload("answer"), DAY)).isEqualTo(Settlement.RECORDED);
        assertThat(store.complete(lease, payload("again"), DAY)).isEqualTo(Settlement.STALE);

        assertThat(Sql.number(
                        database,
                        "SELECT count(*) FROM counterfoil_record WHERE request_id = '"
                                + request.key().requestId().value() + "'"))
                .isOne();
        assertThat(store.lease(request, HOUR, false)).isInstanceOf(Claim.Replay.class);
    }

    @Test
    void generationThatATransactionHasRead_isDroppedLater_andBlocksNobody() throws SQLException {
        KeyedRequest expired = recorded(DAY);
        leaveBehind(expired);
        try (Connection reader = database.getConnection();
                Statement statement = reader.createStatement()) {
            reader.setAutoCommit(false);
            statement.executeQuery("SELECT count(*) FROM counterfoil_record").close();

            assertThat(generations.purge()).isEqualTo(new Round(0, 0, 1, 0));
            recorded(DAY);

            reader.rollback();
        }
        assertThat(generations.purge()).isEqualTo(new Round(0, 1, 0, 0));
    }

    @Test
    void recordThatNoGenerationIsThereFor_isKept_andDeletedWhenItHasExpired() {
        KeyedRequest longer = recorded(Retention.of(Duration.ofDays(30)));

        assertThat(Sql.number(database, "SELECT count(*) FROM counterfoil_record_other"))
                .isOne();
        assertThat(store.lease(longer, HOUR, false)).isInstanceOf(Claim.Replay.class);
        assertThat(generations.purge().removed()).isZero();
        TestDatabases.letTimePass(database, Duration.ofDays(31));
        assertThat(generations.purge().removed()).isOne();
        assertThat(store.find(longer.key())).isEmpty();
    }

    @Test
    void generationWhoseRecordsCameBeforeIt_isPostponed() {
        recorded(Retention.of(Duration.ofDays(3)));
        JdbcGenerations longer = new JdbcGenerations(database, WIDTH, LONGEST.multipliedBy(4));

        Round round = longer.purge();

        assertThat(round.postponed()).isOne();
        assertThat(round.made()).isPositive();
    }

    @Test
    void manyProcessesAtOnce_makeEachGenerationOnce() throws Exception {
        DataSource empty = Engine.POSTGRESQL.freshDatabase();
        ExecutorService others = Executors.newFixedThreadPool(6);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                running.add(others.submit(() -> new JdbcGenerations(empty, WIDTH, LONGEST).create()));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            others.shutdownNow();
        }
        JdbcSchema.verify(empty);
        JdbcGenerations one = new JdbcGenerations(empty, WIDTH, LONGEST);
        // Makes what each of them may have left to another.
        one.purge();
        assertThat(one.purge()).isEqualTo(new Round(0, 0, 0, 0));
    }

    @Test
    void otherIsolationThanReadCommitted_isRefused_sinceOnlyTheLockKeepsRecordsUnique() {
        for (String isolation : List.of("TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE")) {
            try (var strict = TestDatabases.pool(database, 1, config -> config.setTransactionIsolation(isolation))) {
                JdbcLeaseStore strictStore = new JdbcLeaseStore(strict);
                KeyedRequest request = request(freshKey(), "contents");

                assertThatThrownBy(() -> strictStore.lease(request, HOUR, false))
                        .isInstanceOf(StoreException.class)
                        .hasStackTraceContaining("counterfoil_record_needs_read_committed");
            }
        }
    }

    @Test
    void plainTable_isNoTableInGenerations() {
        DataSource plain = Engine.POSTGRESQL.freshDatabase();
        JdbcSchema.create(plain);
        JdbcGenerations none = new JdbcGenerations(plain, HOUR, HOUR);

        assertThatIllegalStateException().isThrownBy(none::purge).withMessageContaining("not in generations");
        assertThatIllegalStateException().isThrownBy(none::create).withMessageContaining("plain table");
    }

    @Test
    void otherDatabase_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new JdbcGenerations(Engine.H2.freshDatabase(), HOUR, HOUR).create())
                .withMessageContaining("PostgreSQL")
                .withMessageContaining("H2");
    }

    @Test
    void contradictions_areRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcGenerations(database, Duration.ofSeconds(90), HOUR))
                .withMessageContaining("PT1M30S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcGenerations(database, HOUR, Duration.ofMinutes(5)))
                .withMessageContaining("PT5M");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JdbcGenerations(database, HOUR, Duration.ofDays(30)))
                .withMessageContaining("PT720H")
                .withMessageContaining("200");
    }

    @Test
    void progress_survivesTheMoveBetweenGenerations() {
        KeyedRequest request = request(freshKey(), "contents");
        Lease released = leased(request);
        store.release(released);
        Lease again = leased(request);
        Payload progress = payload("progress");
        store.save(again, progress);
        store.abandon(again);

        Claim claim = store.lease(request, HOUR, true);

        assertThat(claim)
                .isInstanceOfSatisfying(
                        Claim.Acquired.class,
                        acquired -> assertThat(acquired.progress()).contains(progress));
    }
}
