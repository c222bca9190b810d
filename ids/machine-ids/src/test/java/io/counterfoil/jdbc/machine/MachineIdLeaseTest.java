package io.counterfoil.jdbc.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.ids.snowflake.MachineIdExpiredException;
import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.jdbc.machine.MachineIdLeases.Lease.State;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.thread.TestThreads;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One lease and its generator, on a clock that is an hour behind the database's. */
@Tag("TI-2")
@Timeout(240)
class MachineIdLeaseTest {

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final DataSource DATABASE =
            TestPostgres.freshDatabase().reusing("leases").dataSource();

    private final Instant start = Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);
    private final SettableClock clock = SettableClock.at(start);
    private final SwitchableDataSource dataSource = new SwitchableDataSource(DATABASE);
    private final ManualScheduler scheduler = new ManualScheduler();
    private final List<MachineIdLeases.Lease> lost = new ArrayList<>();
    private final MachineIdLeases leases = MachineIdLeases.builder(dataSource)
            .scheduler(scheduler)
            .clock(clock)
            .range(7, 7)
            .lease(LEASE)
            .holder("test")
            .onLost(lost::add)
            .build();

    @BeforeAll
    static void createTable() {
        MachineIdLeases.SCHEMA.create(DATABASE);
    }

    @BeforeEach
    void emptyTable() {
        MachineRows.execute(DATABASE, "DELETE FROM counterfoil_machine");
    }

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    @Test
    void acquire_grantsTheClocksTimeAndTheLease_inATableWithoutRows() {
        MachineIdLeases.Lease lease = leases.acquire();

        assertThat(lease.value()).isEqualTo(7);
        assertThat(lease.token()).isEqualTo(1);
        assertThat(lease.state()).isEqualTo(State.HELD);
        assertThat(lease.firstMillis()).isEqualTo(1);
        assertThat(lease.lastMillis()).isEqualTo(start.plus(LEASE).toEpochMilli());
        assertThat(lease).hasToString("leased machine id 7 (token 1, HELD)");
        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo("1 test " + lease.lastMillis());
        assertThat(Snowflake.Layout.machineIdOf(generator(lease).generate())).isEqualTo(7);
    }

    @Test
    void renewals_runThreeTimesInALease_andMoveTheGrantedTimeOn() {
        MachineIdLeases.Lease lease = leases.acquire();
        Snowflake ids = generator(lease);
        assertThat(scheduler.intervals).containsExactly(LEASE.dividedBy(3));

        clock.advance(LEASE.plusMillis(1));
        assertThatExceptionOfType(MachineIdExpiredException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining(lease.toString())
                .withMessageContaining(start.plus(LEASE).toString());

        scheduler.runAll();

        assertThat(ids.layout().instantOf(ids.generate())).isEqualTo(clock.instant());
        assertThat(lease.lastMillis()).isEqualTo(clock.instant().plus(LEASE).toEpochMilli());
    }

    @Test
    void renew_onAClockThatSteppedBack_movesNothingBack() {
        MachineIdLeases.Lease lease = leases.acquire();
        clock.advance(Duration.ofMinutes(-10));

        assertThat(lease.renew()).isEqualTo(State.HELD);

        assertThat(lease.lastMillis()).isEqualTo(start.plus(LEASE).toEpochMilli());
    }

    @Test
    void release_afterIds_letsTheNextLeaseBeginAboveTheLastOne() {
        MachineIdLeases.Lease first = leases.acquire();
        Snowflake ids = generator(first);
        clock.advance(Duration.ofMillis(5));
        long last = ids.generate();

        assertThat(first.release()).isTrue();

        assertThat(first.state()).isEqualTo(State.CLOSED);
        assertThatExceptionOfType(MachineIdExpiredException.class).isThrownBy(ids::generate);
        MachineIdLeases.Lease second = leases.acquire();
        assertThat(second.value()).isEqualTo(7);
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(second.firstMillis()).isEqualTo(start.plusMillis(6).toEpochMilli());
        Snowflake idsOfSecond = generator(second);
        assertThat(idsOfSecond.generate()).isGreaterThan(last);
        assertThat(clock.instant()).as("waited until the clock was past it").isAfterOrEqualTo(start.plusMillis(6));
    }

    @Test
    void release_withoutIds_keepsTheLastMillisecondUsed() {
        leases.acquire().close();
        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo("2 test 0");

        MachineIdLeases.Lease lease = leases.acquire();
        generator(lease);
        lease.close();

        assertThat(leases.acquire().firstMillis())
                .isLessThanOrEqualTo(Snowflake.Layout.twitter().first().toEpochMilli());
    }

    @Test
    void release_twice_changesNothingTheSecondTime() {
        MachineIdLeases.Lease lease = leases.acquire();
        lease.close();
        MachineIdLeases.Lease next = leases.acquire();
        String row = MachineRows.row(DATABASE, 7);

        assertThat(lease.release()).isFalse();
        lease.close();

        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo(row);
        assertThat(lease.state()).isEqualTo(State.CLOSED);
        assertThat(next.renew()).isEqualTo(State.HELD);
    }

    @Test
    void renew_afterTakeover_isRefused_changesNothing_andSaysSo() {
        MachineIdLeases.Lease stale = leases.acquire();
        Snowflake ids = generator(stale);
        MachineRows.expireAll(DATABASE);
        MachineIdLeases.Lease successor = leases.acquire();
        String row = MachineRows.row(DATABASE, 7);

        scheduler.runAll();
        scheduler.runAll();

        assertThat(stale.state()).isEqualTo(State.LOST);
        assertThat(lost).containsExactly(stale);
        assertThat(successor.token()).isGreaterThan(stale.token());
        assertThat(successor.state()).isEqualTo(State.HELD);
        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo(row);

        assertThat(stale.renew()).isEqualTo(State.LOST);
        assertThat(stale.release()).isFalse();
        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo(row);
        assertThat(MachineRows.isLeased(DATABASE, 7)).isTrue();
        assertThatExceptionOfType(MachineIdExpiredException.class).isThrownBy(ids::generate);
    }

    @Test
    void release_afterTakeover_changesNothing_andSaysSo() {
        MachineIdLeases.Lease stale = leases.acquire();
        MachineRows.expireAll(DATABASE);
        MachineIdLeases.Lease successor = leases.acquire();
        String row = MachineRows.row(DATABASE, 7);

        assertThat(stale.release()).isFalse();

        assertThat(stale.state()).isEqualTo(State.LOST);
        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo(row);
        assertThat(MachineRows.isLeased(DATABASE, 7)).isTrue();
        assertThat(successor.renew()).isEqualTo(State.HELD);
    }

    /** The stale one may still be making ids, of its own range; the other's begin above. */
    @Test
    void takeover_withAnyClock_beginsAboveAllThatWasGranted() {
        MachineIdLeases.Lease stale = leases.acquire();
        Snowflake ids = generator(stale);
        MachineRows.expireAll(DATABASE);
        MachineIdLeases.Lease successor = leases.acquire();

        assertThat(successor.firstMillis()).isEqualTo(stale.lastMillis() + 1);
        assertThat(successor.lastMillis()).isEqualTo(stale.lastMillis() + LEASE.toMillis());
        clock.advance(LEASE);
        long lastOfStale = ids.generate();
        assertThat(generator(successor).generate()).isGreaterThan(lastOfStale);
        assertThatExceptionOfType(MachineIdExpiredException.class).isThrownBy(ids::generate);
    }

    @Test
    void renew_ofAnExpiredLeaseNotTakenOver_succeeds() {
        MachineIdLeases.Lease lease = leases.acquire();
        MachineRows.expireAll(DATABASE);

        assertThat(lease.renew()).isEqualTo(State.HELD);

        assertThat(MachineRows.isLeased(DATABASE, 7)).isTrue();
    }

    @Test
    void generator_withoutDatabase_worksToLeaseEndThenRecovers() {
        MachineIdLeases.Lease lease = leases.acquire();
        Snowflake ids = generator(lease);
        dataSource.down();

        scheduler.runAll();

        assertThat(lease.state()).isEqualTo(State.UNRENEWED);
        clock.advance(LEASE);
        ids.generate();
        clock.advance(Duration.ofMillis(1));
        assertThatExceptionOfType(MachineIdExpiredException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining("UNRENEWED");

        dataSource.up();
        scheduler.runAll();

        assertThat(lease.state()).isEqualTo(State.HELD);
        ids.generate();
        assertThat(lost).isEmpty();
    }

    @Test
    void release_withoutADatabase_stopsTheGenerator_andFails() {
        MachineIdLeases.Lease lease = leases.acquire();
        Snowflake ids = generator(lease);
        dataSource.down();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(lease::release)
                .withMessageContaining("returning machine id 7");

        assertThat(lease.state()).isEqualTo(State.CLOSED);
        assertThatExceptionOfType(MachineIdExpiredException.class).isThrownBy(ids::generate);
        dataSource.up();
        lease.close();
        assertThat(MachineRows.isLeased(DATABASE, 7)).as("until it expires").isTrue();
    }

    @Test
    void bind_ofASecondGenerator_isRefused() {
        MachineIdLeases.Lease lease = leases.acquire();
        generator(lease);

        assertThatIllegalStateException()
                .isThrownBy(() -> generator(lease))
                .withMessageContaining("is in use by a generator: share it");
    }

    @Test
    void bind_ofAClosedLease_isRefused() {
        MachineIdLeases.Lease lease = leases.acquire();
        lease.close();

        assertThatIllegalStateException().isThrownBy(() -> generator(lease)).withMessageContaining("CLOSED");
    }

    @Test
    void acquire_onAClockFarAhead_isRefused_andReservesNothing() {
        leases.acquire().close();
        clock.set(Instant.now().plus(Duration.ofDays(1)));

        assertThatIllegalStateException()
                .isThrownBy(leases::acquire)
                .withMessageContaining(
                        clock.instant().truncatedTo(ChronoUnit.MILLIS).toString())
                .withMessageContaining("PT10S");

        assertThat(MachineRows.row(DATABASE, 7)).isEqualTo("4 test 0");
        assertThat(MachineRows.isLeased(DATABASE, 7)).isFalse();
    }

    @Test
    void close_returns_whileTheDatabaseDoesNotRespond() {
        MachineIdLeases.Lease lease = leases.acquire();
        dataSource.hang();

        try (TestThreads threads = new TestThreads()) {
            CompletableFuture<Void> closed = CompletableFuture.runAsync(lease::close, threads);

            assertThat(closed).succeedsWithin(Duration.ofMinutes(1));
        } finally {
            dataSource.up();
        }
        // It returns the machine ID after all, which would otherwise be that of the next test.
        await().atMost(3, TimeUnit.MINUTES).until(() -> !MachineRows.isLeased(DATABASE, 7));
    }

    @Test
    void renew_onAClockThatJumpedFarAhead_reservesNoneOfThatTime() {
        MachineIdLeases.Lease lease = leases.acquire();
        Snowflake ids = generator(lease);
        clock.set(Instant.now().plus(Duration.ofDays(365)));

        assertThat(lease.renew()).isEqualTo(State.HELD);

        assertThat(Instant.ofEpochMilli(lease.lastMillis()))
                .isBefore(Instant.now().plus(LEASE).plus(MachineIdLeases.MAX_CLOCK_LEAD.plusSeconds(60)));
        assertThatExceptionOfType(MachineIdExpiredException.class).isThrownBy(ids::generate);
    }

    private Snowflake generator(MachineIdLeases.Lease lease) {
        return Snowflake.builder()
                .machine(lease)
                .clock(clock)
                .pause(nanos -> {
                    clock.advance(Duration.ofNanos(nanos));
                    return nanos;
                })
                .build();
    }
}
