package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.JdbcDirectory;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.PlanCheck;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What claims, leases and records read beside thousands of others, whether or not the database has statistics of its tables. */
@Timeout(240)
class PlansTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Retention DAY = Retention.of(Duration.ofDays(1));
    private static final String INSERT = "INSERT INTO counterfoil_record"
            + " (request_id, client, operation, fingerprint, received_at, expires_at, token, format, payload)"
            + " VALUES (?, ?, ?, ?, 1, ?, 1, 1, ?)";

    private final AtomicInteger fresh = new AtomicInteger();

    private KeyedRequest fresh() {
        return request(IdempotencyKey.of("client", "POST /things", "id-" + fresh.incrementAndGet()), "contents");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "POSTGRESQL_COMPATIBLE", "MARIADB", "H2"})
    @Tag("RQ-13")
    @Tag("RQ-17")
    void everyStatement_findsItsRowsByAnIndex(Engine engine) throws Exception {
        DataSource database = engine.freshDatabase();
        JdbcSchema.create(database);
        try (PlanCheck check = PlanCheck.on(database)) {
            JdbcClaimStore claims = JdbcClaimStore.on(check.dataSource());
            JdbcLeaseStore leases = new JdbcLeaseStore(check.dataSource());
            JdbcDirectory directory = new JdbcDirectory(
                    new DataSourceTransactions(check.dataSource()),
                    new DetectedDatabase(),
                    TestDatabases.QUERY_SECONDS);
            KeyedRequest known = fresh();
            record(claims, known);

            check.call("claim and record", () -> record(claims, fresh()));
            check.call("claim with its result", () -> {
                KeyedRequest request = fresh();
                claims.within(unit -> unit.complete(
                        ((Claim.Acquired) unit.claim(request, payload("result"), DAY)).lease(),
                        request,
                        payload("result"),
                        DAY));
            });
            check.call(
                    "claim of a recorded key with its result",
                    () -> claims.within(unit -> unit.claim(known, payload("result"), DAY)));
            check.call("claim of a recorded key", () -> claims.within(unit -> unit.claim(known)));
            check.call("find", () -> claims.find(known.key()));
            check.call("find for a cache", () -> leases.findRetained(known.key()));
            check.call("count", () -> claims.count(Map.of(known.key(), 1L)));
            check.call(
                    "purge where nothing has expired",
                    () -> assertThat(claims.purge(10)).isZero());
            check.call("hold of a data key", () -> claims.within(unit -> unit.hold(dataKey())));
            check.call("lease", () -> {
                Lease lease = lease(leases, fresh());
                leases.renew(lease, HOUR);
                leases.save(lease, payload("progress"));
                leases.complete(lease, payload("result"), DAY);
            });
            check.call("lease and record after a release", () -> {
                KeyedRequest request = fresh();
                leases.release(lease(leases, request));
                leases.release(lease(leases, request));
                record(claims, request);
            });
            check.call("takeover", () -> {
                KeyedRequest request = fresh();
                leases.abandon(lease(leases, request));
                leases.release(((Claim.Acquired) leases.lease(request, HOUR, true)).lease());
            });
            check.call("takeover by an operator", () -> {
                KeyedRequest request = fresh();
                leases.abandon(lease(leases, request));
                leases.complete(leases.takeOver(request.key(), HOUR).orElseThrow(), payload("settled"), DAY);
            });
            check.call("look", () -> claims.look(known.key()));
            check.call("list of a request ID", () -> directory.list(RecordQuery.ALL.of(new RequestId("filled-7"))));
            if (engine != Engine.MARIADB) {
                // MariaDB sorts all records: its index cannot begin an order that the index does not end.
                check.call("list of all", () -> directory.list(RecordQuery.ALL.atMost(10)));
            }
            check.page(
                    "list of unknown outcomes",
                    () -> directory.list(RecordQuery.ALL.in(RecordState.UNKNOWN).atMost(10)));
            check.page(
                    "list of requests in progress",
                    () -> directory.list(RecordQuery.ALL.in(RecordState.AT_WORK).atMost(10)));
            check.page("count of what waits", () -> directory.backlog(10));

            check.verify(() -> fill(check, Instant.now().plus(HOUR)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "POSTGRESQL_COMPATIBLE", "MARIADB", "H2"})
    @Tag("RQ-17")
    void purge_ofManyExpiredRecords_readsItsBatchAlone(Engine engine) throws Exception {
        DataSource database = engine.freshDatabase();
        JdbcSchema.create(database);
        try (PlanCheck check = PlanCheck.on(database)) {
            JdbcClaimStore claims = JdbcClaimStore.on(check.dataSource());
            check.call("purge", () -> claims.purge(10));
            check.page("count of what waits", () -> claims.backlog(10));

            check.verify(() -> fill(check, Instant.EPOCH));

            assertThat(claims.purge(PlanCheck.ROWS)).isPositive();
        }
    }

    private static void fill(PlanCheck check, Instant expiry) throws SQLException {
        byte[] fingerprint = request(IdempotencyKey.of("client", "POST /things", "filled"), "contents")
                .fingerprint()
                .toByteArray();
        check.insert(INSERT, i -> new Object[] {
            "filled-" + i, "client", "POST /things", fingerprint, Micros.of(expiry) + i, new byte[] {0}
        });
    }

    private static void record(JdbcClaimStore claims, KeyedRequest request) {
        Settlement settlement = claims.within(unit -> {
            Claim.Acquired acquired = (Claim.Acquired) unit.claim(request);
            return unit.complete(acquired.lease(), request, payload("result"), DAY);
        });
        assertThat(settlement).isEqualTo(Settlement.RECORDED);
    }

    private static Lease lease(JdbcLeaseStore leases, KeyedRequest request) {
        return ((Claim.Acquired) leases.lease(request, HOUR, false)).lease();
    }

    private DataKey dataKey() {
        return new DataKey("thing", "client", new RequestId("id-" + fresh.incrementAndGet()));
    }
}
