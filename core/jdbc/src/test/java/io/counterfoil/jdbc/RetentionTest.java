package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.jdbc.record.DetectedDatabase;
import io.counterfoil.jdbc.record.JdbcRecords;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.soak.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Purging in batches: what goes, what stays, and who waits for whom (nobody). */
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@Timeout(240)
@Tag("RQ-17")
@ResourceLock(TestDatabases.LOCK)
class RetentionTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final int ROUNDS = 12;

    private final HikariDataSource pool;
    private final JdbcLeaseStore store;
    private final ExecutorService other = Executors.newCachedThreadPool();

    RetentionTest(Engine engine) {
        pool = SharedPool.get(() -> TestDatabases.pool(engine, 8));
        store = new JdbcLeaseStore(pool);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        SharedPool.close();
    }

    /** A row, and what the model knows of it. Hours of the model never fall together, so that the test's own duration is nothing. */
    private record Kept(KeyedRequest request, Lease lease, String state, int expiry) {

        boolean mayGo(int now) {
            return (state.equals("recorded") || state.equals("released")) && expiry <= now;
        }
    }

    @Test
    @Tag("RQ-4")
    @Tag("RQ-13")
    void purge_ofRandomRecords_removesExactlyTheExpiredOnes() {
        Sql.run(pool, "DELETE FROM counterfoil_record");
        long seed = Depth.seed(RetentionTest.class);
        Random random = new Random(seed);
        List<Kept> kept = new ArrayList<>();
        int now = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = random.nextInt(12); i > 0; i--) {
                kept.add(random(random, now));
            }
            int hours = 2 * random.nextInt(30);
            TestDatabases.letTimePass(pool, HOUR.multipliedBy(hours));
            now += hours;
            int then = now;
            int limit = 1 + random.nextInt(4);
            List<Kept> expired = kept.stream().filter(one -> one.mayGo(then)).toList();

            int removed = 0;
            for (int batch = store.purge(limit); batch > 0; batch = store.purge(limit)) {
                assertThat(batch).as("seed %s", seed).isLessThanOrEqualTo(limit);
                removed += batch;
            }

            assertThat(removed).as("seed %s, round %s", seed, round).isEqualTo(expired.size());
            kept.removeAll(expired);
            assertThat(Sql.number(pool, "SELECT count(*) FROM counterfoil_record"))
                    .as("seed %s", seed)
                    .isEqualTo(kept.size());
            assertThat(kept).as("seed %s", seed).allSatisfy(this::isAsItWas);
        }
    }

    /** Expires at odd hours, or never. */
    private Kept random(Random random, int now) {
        KeyedRequest request = request(freshKey(), "contents");
        Lease lease = leased(request, Duration.ofDays(300));
        int hours = 1 + 2 * random.nextInt(40);
        Retention retention = Retention.of(HOUR.multipliedBy(hours));
        switch (random.nextInt(6)) {
            case 0 -> {
                return new Kept(request, lease, "at work", 0);
            }
            case 1 -> {
                assertThat(store.save(lease, payload("progress"))).isTrue();
                assertThat(store.abandon(lease)).isTrue();
                return new Kept(request, lease, "unknown", 0);
            }
            case 2 -> {
                assertThat(store.release(lease)).isTrue();
                return new Kept(request, lease, "released", now + 24);
            }
            case 3 -> {
                store.complete(lease, payload("answer"), Retention.FOREVER);
                return new Kept(request, lease, "recorded", Integer.MAX_VALUE);
            }
            default -> {
                store.complete(lease, payload("answer"), retention);
                return new Kept(request, lease, "recorded", now + hours);
            }
        }
    }

    private void isAsItWas(Kept kept) {
        switch (kept.state) {
            case "at work" -> assertThat(store.lease(kept.request, HOUR, true)).isInstanceOf(Claim.InFlight.class);
            case "unknown" -> assertThat(store.lease(kept.request, HOUR, false)).isEqualTo(new Claim.Unknown());
            case "released" -> assertThat(store.find(kept.request.key())).isEmpty();
            default -> assertThat(store.find(kept.request.key())).isPresent();
        }
    }

    private Lease leased(KeyedRequest request, Duration duration) {
        Claim claim = store.lease(request, duration, false);
        assertThat(claim).isInstanceOf(Claim.Acquired.class);
        return ((Claim.Acquired) claim).lease();
    }

    private List<KeyedRequest> recordExpired(int records) {
        List<KeyedRequest> requests = IntStream.range(0, records)
                .mapToObj(i -> request(freshKey(), "contents"))
                .toList();
        requests.forEach(request -> store.complete(leased(request, HOUR), payload("answer"), Retention.of(HOUR)));
        TestDatabases.letTimePass(pool, Duration.ofHours(2));
        return requests;
    }

    @Test
    void purge_passesOverRowsThatOthersHaveLocked() {
        Sql.run(pool, "DELETE FROM counterfoil_record");
        List<KeyedRequest> expired = recordExpired(10);
        DataSourceTransactions transactions = new DataSourceTransactions(pool);
        JdbcRecords records = new JdbcRecords(transactions, new DetectedDatabase());

        transactions.run(counting -> {
            records.count(expired.stream().limit(4).collect(Collectors.toMap(KeyedRequest::key, request -> 1L)));
            assertThat(inTime(() -> store.purge(100))).isEqualTo(6);
            return expired;
        });

        assertThat(store.purge(100)).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 100})
    void slowPurge_doesNotBlockOtherCalls(int limit) throws Exception {
        Sql.run(pool, "DELETE FROM counterfoil_record");
        KeyedRequest live = request(freshKey(), "contents");
        Lease lease = leased(live, Duration.ofDays(1));
        recordExpired(10);
        int taken = Math.min(limit, 10);
        try (HeldCommits held = new HeldCommits(pool)) {
            Future<Integer> slow = other.submit(() -> new JdbcLeaseStore(held.dataSource()).purge(limit));
            held.awaitCommit();

            assertThat(inTime(() -> store.purge(100))).as("another purge").isEqualTo(10 - taken);
            KeyedRequest next = request(freshKey(), "contents");
            Lease first = inTime(() -> leased(next, HOUR));
            // It expires next to what is being purged, behind the last of it.
            Retention shortest = Retention.of(Duration.ofMillis(1));
            assertThat(inTime(() -> store.complete(first, payload("answer"), shortest)))
                    .isEqualTo(Settlement.RECORDED);
            inTime(() -> {
                store.count(Map.of(next.key(), 1L));
                return store.find(next.key());
            });
            assertThat(inTime(() -> store.renew(lease, HOUR))).isTrue();
            assertThat(inTime(() -> store.complete(lease, payload("answer"), Retention.FOREVER)))
                    .isEqualTo(Settlement.RECORDED);

            held.letGo();
            assertThat(slow.get()).isEqualTo(taken);
        }
        assertThat(store.find(live.key())).isPresent();
    }

    /** On another thread, and in less time than a wait for a lock would take that nobody lets go of. */
    private <T> T inTime(Callable<T> step) {
        try {
            return other.submit(step).get(5, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException failure) {
            throw new AssertionError("waits, or fails", failure);
        }
    }

    @AfterEach
    void stopOthers() {
        other.shutdownNow();
    }

    @Test
    void manyPurgersAtOnce_removeEachRowOnce() throws Exception {
        Sql.run(pool, "DELETE FROM counterfoil_record");
        recordExpired(60);
        KeyedRequest live = request(freshKey(), "contents");
        leased(live, Duration.ofDays(1));
        List<Future<Integer>> purgers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            purgers.add(other.submit(() -> {
                int removed = 0;
                // A purge may remove nothing while others have the rows locked that come first.
                while (Sql.number(pool, "SELECT count(*) FROM counterfoil_record") > 1) {
                    removed += new JdbcLeaseStore(pool).purge(3);
                }
                return removed;
            }));
        }
        int removed = 0;
        for (Future<Integer> purger : purgers) {
            removed += purger.get();
        }

        assertThat(removed).isEqualTo(60);
        assertThat(store.lease(live, HOUR, true)).isInstanceOf(Claim.InFlight.class);
    }
}
