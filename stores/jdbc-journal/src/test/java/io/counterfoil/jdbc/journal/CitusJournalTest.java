package io.counterfoil.jdbc.journal;

import org.junit.jupiter.api.Tag;

@Tag("BM-1")
class CitusJournalTest extends JdbcJournalContract {

    CitusJournalTest() {
        super(JournalDatabase.CITUS);
    }
}
