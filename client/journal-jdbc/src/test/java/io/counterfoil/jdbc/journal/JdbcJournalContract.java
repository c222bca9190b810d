package io.counterfoil.jdbc.journal;

import io.counterfoil.retry.journal.Journal;
import io.counterfoil.testkit.http.client.JournalContract;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The contract of journals, on a database. */
@ResourceLock(JournalDatabase.LOCK)
abstract class JdbcJournalContract extends JournalContract {

    private final JournalDatabase product;

    @SuppressWarnings("NullAway.Init") // begin() sets it.
    private DataSource database;

    @SuppressWarnings("NullAway.Init") // begin() sets it.
    private Journal journal;

    JdbcJournalContract(JournalDatabase product) {
        this.product = product;
    }

    @BeforeEach
    void begin() {
        database = product.emptied();
        journal = new JdbcJournal(database);
    }

    @Override
    protected Journal journal() {
        return journal;
    }

    @Override
    protected Journal successor() {
        JournalDatabase.endHolds(database);
        journal = new JdbcJournal(database);
        return journal;
    }
}
