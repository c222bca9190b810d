package io.counterfoil.jdbc.machine;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.thread.TestThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Five real processes share three machine ids. They are killed, paused for longer than their lease while others take over, and
 * resumed; afterwards every id that any of them made is looked at, and every change that the table went through.
 */
@Tag("TI-2")
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes are paused with SIGSTOP")
class MachineIdProcessesTest {

    private static final int FIRST = 11;
    private static final int LAST = 13;

    /** Three times as long as a machine under load may keep a process from renewing. */
    private static final long LEASE_MILLIS = 12_000;

    private static final long ENOUGH_BYTES = 5_000;

    /** The time of each change is that of its statement. */
    private static final String HISTORY = """
            CREATE TABLE history (n bigserial, at timestamptz DEFAULT statement_timestamp(), LIKE counterfoil_machine);
            CREATE FUNCTION remember() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              INSERT INTO history (machine_id, token, holder, leased_until, reserved_until)
              VALUES (NEW.machine_id, NEW.token, NEW.holder, NEW.leased_until, NEW.reserved_until);
              RETURN NEW;
            END $$;
            CREATE TRIGGER remember AFTER INSERT OR UPDATE ON counterfoil_machine
              FOR EACH ROW EXECUTE FUNCTION remember()""";

    /** Each change, beside the one before it of the same machine id. */
    private static final String CHANGES = """
            FROM (SELECT *, lag(token) OVER earlier AS old_token, lag(leased_until) OVER earlier AS old_leased_until,
                         lag(reserved_until) OVER earlier AS old_reserved_until
                    FROM history WINDOW earlier AS (PARTITION BY machine_id ORDER BY n)) AS change
            """;

    private static final String TAKEN = CHANGES + " WHERE token > old_token AND leased_until > '-infinity'";

    private final Database database = TestPostgres.freshDatabase();
    private final List<MachineIdProcess> processes = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @AfterEach
    void killAll() throws InterruptedException {
        for (MachineIdProcess process : processes) {
            process.kill();
        }
    }

    @Test
    void processes_thatAreKilledPausedAndResumed_neverMakeTheSameId() throws Exception {
        MachineIdLeases.SCHEMA.create(database.dataSource());
        MachineRows.execute(database.dataSource(), HISTORY);
        MachineIdProcess killed = start("killed");
        MachineIdProcess paused = start("paused");
        MachineIdProcess orderly = start("orderly");
        await("three leases", () -> Stream.of(killed, paused, orderly).allMatch(MachineIdProcessesTest::makesIds));
        MachineIdProcess second = start("second");
        MachineIdProcess third = start("third");
        await("all in use", () -> second.isWaiting() && third.isWaiting());

        String left = killed.lease();
        String lost = paused.lease();
        killed.kill();
        paused.pause();
        await("takeovers of the killed one's and the paused one's", () -> makesIds(second) && makesIds(third));
        MachineIdProcess heir = machineId(second.lease()) == machineId(lost) ? second : third;
        MachineIdProcess next = heir == second ? third : second;
        assertThat(machineId(heir.lease())).isEqualTo(machineId(lost));
        assertThat(machineId(next.lease())).isEqualTo(machineId(left));
        resume(paused, lost, heir);

        String cut = heir.lease();
        heir.pause();
        await("takeover of the heir's", () -> paused.events("ACQUIRED").size() == 2);
        assertThat(machineId(paused.lease())).isEqualTo(machineId(cut));
        resume(heir, cut, paused);

        String returned = orderly.lease();
        orderly.end();
        await("the returned one in use", () -> heir.events("ACQUIRED").size() == 2);
        assertThat(machineId(heir.lease())).isEqualTo(machineId(returned));

        for (MachineIdProcess process : List.of(paused, next, heir)) {
            process.end();
        }

        assertNoIdTwice();
        assertNoLeaseWhileAnotherLived();
        assertReturnedOneWasTakenBeforeItsLeaseWouldHaveEnded(machineId(returned));
    }

    /** A process goes on whose lease another has by now, which is not disturbed. */
    private static void resume(MachineIdProcess paused, String lost, MachineIdProcess heir) throws Exception {
        assertThat(paused.events("LOST")).doesNotContain(lost);
        awaitMoreIds(heir);

        paused.resume();

        await("the resumed one to notice", () -> paused.events("LOST").contains(lost) && paused.isWaiting());
        assertThat(paused.events("REFUSED")).as("of %s", paused).contains(lost);
        awaitMoreIds(heir);
    }

    private static void awaitMoreIds(MachineIdProcess process) {
        long written = process.idBytes();
        await("more ids", () -> process.idBytes() > written + ENOUGH_BYTES);
    }

    /** The ids of each lease are of its machine id, ascend, and lie wholly above those of the lease before it. */
    private void assertNoIdTwice() throws IOException {
        List<Made> all = new ArrayList<>();
        for (MachineIdProcess process : processes) {
            process.idLines().stream().map(Made::parse).forEach(all::add);
        }
        assertThat(all).hasSizeGreaterThan(1_000);
        assertThat(all.stream().mapToLong(Made::id).distinct().count())
                .as("distinct ids")
                .isEqualTo(all.size());
        assertThat(all).allMatch(made -> Snowflake.Layout.machineIdOf(made.id) == made.machineId);
        Map<Integer, Map<Long, List<Made>>> byLease = all.stream()
                .collect(groupingBy(Made::machineId, TreeMap::new, groupingBy(Made::token, TreeMap::new, toList())));
        byLease.values().forEach(leases -> {
            assertThat(leases).hasSizeGreaterThanOrEqualTo(2);
            assertThat(leases.values().stream().flatMap(List::stream).mapToLong(Made::id))
                    .isSorted();
        });
    }

    /** By the database's time, and by the time of the ids. */
    private void assertNoLeaseWhileAnotherLived() {
        assertThat(count("SELECT count(*) " + TAKEN)).as("leases").isGreaterThanOrEqualTo(7);
        assertThat(count("SELECT count(*) " + TAKEN + " AND old_leased_until > '-infinity'"))
                .as("takeovers")
                .isEqualTo(3);
        assertThat(count("SELECT count(*) " + TAKEN + " AND old_leased_until > at"))
                .as("leases while another lived")
                .isZero();
        assertThat(count("SELECT count(*) " + TAKEN + " AND reserved_until <= old_reserved_until"))
                .as("leases that begin below the one before")
                .isZero();
        assertThat(count("SELECT count(*) " + CHANGES + " WHERE token < old_token"))
                .as("tokens that step back")
                .isZero();
    }

    private void assertReturnedOneWasTakenBeforeItsLeaseWouldHaveEnded(int machineId) {
        String returns = CHANGES + " WHERE machine_id = " + machineId + " AND leased_until = '-infinity' AND token > 1";
        assertThat(count("SELECT count(*) " + TAKEN + " AND machine_id = " + machineId
                        + " AND at < (SELECT old_leased_until " + returns + " ORDER BY n LIMIT 1)"
                        + " AND n > (SELECT n " + returns + " ORDER BY n LIMIT 1)"))
                .as("leases of the returned machine id, while it would still have been leased")
                .isEqualTo(1);
    }

    private int count(String sql) {
        return Integer.parseInt(MachineRows.query(database.dataSource(), sql).get(0));
    }

    private MachineIdProcess start(String name) throws IOException {
        MachineIdProcess process = MachineIdProcess.start(directory, name, database, FIRST, LAST, LEASE_MILLIS);
        processes.add(process);
        return process;
    }

    private static boolean makesIds(MachineIdProcess process) {
        return process.idBytes() > ENOUGH_BYTES;
    }

    private static int machineId(String lease) {
        return Integer.parseInt(lease.split(" ", 2)[0]);
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what)
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(condition::getAsBoolean);
    }

    private record Made(int machineId, long token, long id) {

        static Made parse(String line) {
            String[] parts = line.split(" ", 3);
            return new Made(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        }
    }
}
