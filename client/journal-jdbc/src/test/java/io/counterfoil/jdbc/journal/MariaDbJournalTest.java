package io.counterfoil.jdbc.journal;

class MariaDbJournalTest extends JdbcJournalContract {

    MariaDbJournalTest() {
        super(JournalDatabase.MARIADB);
    }
}
