package io.counterfoil.jdbc.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.testkit.database.PlanCheck;
import io.counterfoil.testkit.http.client.Entries;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a journal reads beside thousands of other requests, whether or not the database has statistics of its table. */
@Timeout(240)
@Tag("RC-1")
class PlansTest {

    private final Entries entries = new Entries();
    private final AtomicInteger made = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CITUS")
    void everyStatement_findsItsRowsByAnIndex(JournalDatabase product) throws Exception {
        DataSource database = product.fresh();
        JdbcJournal.SCHEMA.create(database);
        try (PlanCheck check = PlanCheck.on(database)) {
            JdbcJournal journal = new JdbcJournal(check.dataSource());
            DataSourceTransactions transactions = new DataSourceTransactions(check.dataSource());
            JournalEntry known = entries.entry("known");
            journal.open(known);

            check.call("open", () -> journal.open(fresh()));
            check.call("open again", () -> journal.open(known));
            check.call("enqueue, take, release and settle", () -> {
                transactions.run(transaction -> {
                    journal.enqueue(transaction.connection(), fresh());
                    return true;
                });
                List<JournalEntry> pending = journal.pending(5);
                assertThat(pending).isNotEmpty();
                for (JournalEntry entry : pending) {
                    journal.release(entry.requestId());
                    journal.settle(entry.requestId());
                }
            });

            check.verify(() -> check.insert(
                    "INSERT INTO counterfoil_client_journal (request_id, target, opened_at, held_until, entry)"
                            + " VALUES (?, 'POST', ?, 0, ?)",
                    i -> new Object[] {"filled-" + i, 1L + i, known.encoded()}));
        }
    }

    private JournalEntry fresh() {
        return entries.entry("fresh-" + made.incrementAndGet());
    }
}
