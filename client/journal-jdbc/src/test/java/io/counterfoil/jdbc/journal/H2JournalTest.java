package io.counterfoil.jdbc.journal;

class H2JournalTest extends JdbcJournalContract {

    H2JournalTest() {
        super(JournalDatabase.H2);
    }
}
