package io.counterfoil.jdbc.journal;

class PostgreSqlJournalTest extends JdbcJournalContract {

    PostgreSqlJournalTest() {
        super(JournalDatabase.POSTGRESQL);
    }
}
