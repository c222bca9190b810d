package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.proxy.Intercepted;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What few callers do, and what a database rarely does. */
@Timeout(240)
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@Tag("RQ-13")
@ResourceLock(TestDatabases.LOCK)
class ClaimsAndLeasesAtTheirEdgesTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final KeyedRequest request = request(freshKey(), "contents");
    private final TestThreads others = new TestThreads();
    private final AtomicReference<@Nullable SQLException> fault = new AtomicReference<>();
    private final AtomicInteger connections = new AtomicInteger();

    private final Engine engine;
    private final HikariDataSource pool;
    private final JdbcClaimStore claims;
    private final JdbcLeaseStore leases;

    ClaimsAndLeasesAtTheirEdgesTest(Engine engine) {
        this.engine = engine;
        pool = TestDatabases.pool(engine, 3);
        claims = JdbcClaimStore.on(pool);
        leases = new JdbcLeaseStore(faulty());
    }

    @AfterEach
    void close() {
        others.close();
        pool.close();
    }

    /** The pool, which gives no connection while a fault is set. */
    private DataSource faulty() {
        return Intercepted.of(DataSource.class, pool, call -> {
            if (call.name().equals("getConnection")) {
                connections.incrementAndGet();
                SQLException failure = fault.get();
                if (failure != null) {
                    throw failure;
                }
            }
            return call.proceed();
        });
    }

    private static Lease acquired(Claim claim) {
        assertThat(claim).isInstanceOf(Claim.Acquired.class);
        return ((Claim.Acquired) claim).lease();
    }

    @Test
    void keyOfThisUnit_isInFlightForASecondClaimInIt() {
        List<Claim> answers = claims.within(unit -> {
            acquired(unit.claim(request));
            return List.of(unit.claim(request), unit.claim(request(request.key(), "other contents")));
        });

        assertThat(answers).containsExactly(new Claim.InFlight(), new Claim.Mismatch(Optional.empty()));
    }

    @Test
    void dataKey_whenTheLaterClaimIsInFlight_staysHeld() throws Exception {
        DataKey dataKey = Stream.generate(
                        () -> new DataKey("thing", "parent", freshKey().requestId()))
                .filter(key -> SharedSlots.slotOf(key) != SharedSlots.slotOf(request.key()))
                .findFirst()
                .orElseThrow();

        boolean heldByAnother = claims.<Boolean, Exception>within(original -> {
            acquired(original.claim(request));
            return others.run(() -> claims.<Boolean, Exception>within(unit -> {
                assertThat(unit.hold(dataKey)).isTrue();
                assertThat(unit.claim(request)).isInstanceOf(Claim.InFlight.class);
                return others.run(() -> claims.<Boolean, Exception>within(third -> third.hold(dataKey)));
            }));
        });

        assertThat(heldByAnother).isFalse();
    }

    @Test
    void tokenAheadOfTheClock_isStillExceededByTheNextLease() {
        Lease first = acquired(leases.lease(request, HOUR, false));
        assertThat(leases.release(first)).isTrue();
        long ahead = setAhead();

        Lease second = acquired(leases.lease(request, HOUR, false));
        assertThat(second.token()).isGreaterThan(ahead);

        assertThat(leases.abandon(second)).isTrue();
        Lease third = acquired(leases.lease(request, HOUR, true));
        assertThat(third.token()).isGreaterThan(second.token());
    }

    @Test
    void tokenAheadOfTheClock_isStillExceededByATakeover() {
        Lease first = acquired(leases.lease(request, HOUR, false));
        assertThat(leases.abandon(first)).isTrue();
        long ahead = setAhead();

        assertThat(leases.takeOver(request.key(), HOUR))
                .hasValueSatisfying(taken -> assertThat(taken.token()).isGreaterThan(ahead));
    }

    private long setAhead() {
        long ahead = Long.MAX_VALUE / 2;
        Sql.run(pool, "UPDATE counterfoil_record SET token = " + ahead);
        return ahead;
    }

    @Test
    void failureThatIsNoConflict_isToldAtOnce_asTheStores() {
        SQLException failure = new SQLException("gone", "08006");
        leases.find(request.key());
        fault.set(failure);
        connections.set(0);

        assertThatThrownBy(() -> leases.lease(request, HOUR, false))
                .isInstanceOf(StoreException.class)
                .hasRootCause(failure);
        assertThat(connections).hasValue(1);
    }

    @Test
    void conflictThatDoesNotEnd_isToldAfterTwentyTries() {
        SQLException conflict = new SQLException("a deadlock", "40001", engine == Engine.MARIADB ? 1213 : 40001);
        leases.find(request.key());
        fault.set(conflict);
        connections.set(0);

        assertThatThrownBy(() -> leases.lease(request, HOUR, false))
                .isInstanceOf(StoreException.class)
                .hasRootCause(conflict);
        assertThat(connections).hasValue(20);

        connections.set(0);
        assertThatThrownBy(() -> leases.purge(10))
                .isInstanceOf(StoreException.class)
                .hasRootCause(conflict);
        assertThat(connections).as("the first try, and as many more").hasValue(51);
    }
}
