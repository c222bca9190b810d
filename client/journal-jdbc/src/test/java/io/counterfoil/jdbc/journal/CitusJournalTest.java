package io.counterfoil.jdbc.journal;

import io.counterfoil.testkit.soak.SoakOnly;
import org.junit.jupiter.api.Tag;

@Tag("BM-1")
@SoakOnly("contracts")
class CitusJournalTest extends JdbcJournalContract {

    CitusJournalTest() {
        super(JournalDatabase.CITUS);
    }
}
