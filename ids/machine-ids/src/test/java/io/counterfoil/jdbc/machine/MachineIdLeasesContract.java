package io.counterfoil.jdbc.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.machine.MachineIdLeases.Lease.State;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many leases of one range. */
@Tag("TI-2")
@Timeout(240)
abstract class MachineIdLeasesContract {

    private final DataSource dataSource;
    private final DataSource administration;
    private final ManualScheduler scheduler = new ManualScheduler();

    /** @param nodes the first creates tables; each connection leads to the next one */
    MachineIdLeasesContract(List<Database> nodes) {
        this.dataSource = TestCitus.anyOf(nodes);
        this.administration = nodes.get(0).dataSource();
    }

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    @Test
    void acquire_givesEachItsOwn_untilAllAreInUse() {
        MachineIdLeases.SCHEMA.create(administration);
        MachineIdLeases leases = builder(dataSource).range(3, 5).build();
        List<MachineIdLeases.Lease> held =
                IntStream.range(0, 3).mapToObj(i -> leases.acquire()).toList();

        assertThat(held).extracting(MachineIdLeases.Lease::value).containsExactlyInAnyOrder(3, 4, 5);
        assertThatExceptionOfType(NoFreeMachineIdException.class)
                .isThrownBy(leases::acquire)
                .withMessageContaining("3 to 5");

        held.get(1).close();
        assertThat(leases.acquire().value()).isEqualTo(held.get(1).value());
    }

    @Test
    void acquire_ofAWiderRange_addsTheRowsThatAreMissing() {
        MachineIdLeases.SCHEMA.create(administration);
        builder(dataSource).range(1023, 1023).build().acquire();

        assertThat(builder(dataSource).range(1022, 1023).build().acquire().value())
                .isEqualTo(1022);
    }

    /** So that a machine id rests for as long as it can. */
    @Test
    void acquire_takesTheOneThatHasBeenFreeForLongest() {
        MachineIdLeases.SCHEMA.create(administration);
        MachineIdLeases leases = builder(dataSource).range(0, 2).build();
        MachineIdLeases.Lease killed = leases.acquire();
        MachineRows.expireAll(dataSource);

        assertThat(leases.acquire().value()).isNotEqualTo(killed.value());
        assertThat(leases.acquire().value()).isNotEqualTo(killed.value());
        assertThat(leases.acquire().value()).isEqualTo(killed.value());
    }

    /** Many acquire, return and let expire at once, over a pool, in sessions that would rather have it otherwise. */
    @Test
    void acquire_onManyThreads_neitherDeadlocksNorGivesOneTwice() throws Exception {
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (HikariDataSource pool = hostilePool(4)) {
            MachineIdLeases.SCHEMA.create(administration);
            MachineIdLeases leases = builder(pool).range(0, 3).build();
            Map<Integer, MachineIdLeases.Lease> holders = new ConcurrentHashMap<>();
            AtomicInteger acquired = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                running.add(executor.submit(() -> {
                    start.await();
                    for (int round = 0; round < 40; round++) {
                        try {
                            MachineIdLeases.Lease lease = leases.acquire();
                            assertThat(holders.putIfAbsent(lease.value(), lease))
                                    .isNull();
                            acquired.incrementAndGet();
                            assertThat(lease.renew()).isEqualTo(State.HELD);
                            holders.remove(lease.value());
                            assertThat(lease.release()).isTrue();
                        } catch (NoFreeMachineIdException full) {
                            refused.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }

            assertThat(acquired.get() + refused.get()).isEqualTo(threads * 40);
            assertThat(acquired).hasValueGreaterThanOrEqualTo(40);
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void everyStep_setsTheConnectionBackAsItWas() throws Exception {
        try (HikariDataSource pool = hostilePool(1)) {
            MachineIdLeases.SCHEMA.create(administration);
            MachineIdLeases.Lease lease = builder(pool).range(0, 0).build().acquire();
            lease.renew();

            assertThat(lease.release()).isTrue();

            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getAutoCommit()).isFalse();
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            }
        }
    }

    /** Its answer may never have arrived; the row is not leased anew to nobody. */
    @Test
    void renewal_underWayWhileTheLeaseIsReturned_changesNothing() {
        MachineIdLeases.SCHEMA.create(administration);
        MachineTable table = new MachineTable(dataSource, Duration.ofSeconds(30), Duration.ofSeconds(10));
        table.seed(0, 0);
        Optional<MachineTable.Taken> taken = table.take(0, 0, "test", System.currentTimeMillis());
        long token = taken.orElseThrow().token();
        assertThat(table.giveBack(0, token, 1)).isTrue();

        assertThat(table.renew(0, token, System.currentTimeMillis())).isEqualTo(OptionalLong.empty());

        assertThat(MachineRows.isLeased(dataSource, 0)).isFalse();
    }

    @Test
    void acquire_withoutAScheduler_returnsTheMachineId() {
        MachineIdLeases.SCHEMA.create(administration);
        scheduler.shutdownNow();

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> builder(dataSource).range(0, 0).build().acquire());

        assertThat(MachineRows.isLeased(dataSource, 0)).isFalse();
    }

    @Test
    void acquire_withoutTheTable_saysWhatItWasDoing() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> builder(dataSource).build().acquire())
                .withMessageContaining("machine id");
    }

    @Test
    void listener_thatFails_harmsNothing() {
        MachineIdLeases.SCHEMA.create(administration);
        MachineIdLeases leases = builder(dataSource)
                .range(0, 0)
                .onLost(lease -> {
                    throw new IllegalStateException("the listener's own fault");
                })
                .build();
        MachineIdLeases.Lease stale = leases.acquire();
        MachineRows.expireAll(dataSource);
        leases.acquire();

        assertThat(stale.renew()).isEqualTo(State.LOST);
    }

    @Test
    void create_byManyAtOnce_makesOneTable_andLeavesItsRows() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                running.add(executor.submit(() -> MachineIdLeases.SCHEMA.create(administration)));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            executor.shutdownNow();
        }
        MachineIdLeases.Lease lease = builder(dataSource).build().acquire();

        MachineIdLeases.SCHEMA.create(administration);

        assertThat(lease.renew()).isEqualTo(State.HELD);
        assertThat(MachineIdLeases.SCHEMA.script(Dialects.POSTGRESQL))
                .contains("CREATE TABLE IF NOT EXISTS counterfoil_machine");
    }

    @Test
    void build_refusesWhatCannotBe_withTheLimits() {
        MachineIdLeases.Builder builder = MachineIdLeases.builder(dataSource);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.range(-1, 5))
                .withMessageContaining("1023");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.range(0, 1024))
                .withMessageContaining("1024");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.range(6, 5))
                .withMessageContaining("6 to 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.lease(Duration.ofMillis(999)))
                .withMessageContaining("PT0.999S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.lease(Duration.ofHours(1).plusMillis(1)))
                .withMessageContaining("PT1H");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.holder("x".repeat(201)))
                .withMessageContaining("200");
        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("scheduler");
    }

    private MachineIdLeases.Builder builder(DataSource of) {
        return MachineIdLeases.builder(of).scheduler(scheduler).lease(Duration.ofHours(1));
    }

    private HikariDataSource hostilePool(int size) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(dataSource);
        config.setConnectionInitSql("SET TimeZone = 'Pacific/Kiritimati'");
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(300_000);
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
        return new HikariDataSource(config);
    }
}
