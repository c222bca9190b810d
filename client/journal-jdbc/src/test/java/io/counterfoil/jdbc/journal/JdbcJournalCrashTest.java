package io.counterfoil.jdbc.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.http.client.KilledProcesses;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Processes that share one journal in a real database. */
@Tag("RC-1")
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class JdbcJournalCrashTest {

    private static final int PROCESSES = 2;
    private static final int LINES = 400;

    private final KilledProcesses processes = new KilledProcesses(JdbcJournalProcess.class);

    @AfterEach
    void killAll() throws InterruptedException {
        processes.killAll();
    }

    @Test
    void killedProcesses_onPostgreSql_leaveTheirOpenEntries() throws Exception {
        assertNothingLost(TestPostgres.freshDatabase());
    }

    @Test
    void killedProcesses_onMariaDb_leaveWhatTheyOpenedAndDidNotSettle() throws Exception {
        assertNothingLost(TestMariaDb.freshDatabase());
    }

    private void assertNothingLost(Database database) throws Exception {
        JdbcJournal.SCHEMA.create(database.dataSource());
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            all.add(processes.start(database.jdbcUrl(), database.user(), database.password()));
        }
        for (Process each : all) {
            processes.kill(each, LINES);
        }

        JdbcJournal heir = new JdbcJournal(database.dataSource());
        assertThat(heir.pending(10)).as("while the dead may still be alive").isEmpty();
        JournalDatabase.endHolds(database.dataSource());
        processes.assertLeft(heir.pending(Integer.MAX_VALUE));
    }
}
