package io.counterfoil.jdbc.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.testkit.http.client.Entries;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(240)
class JdbcJournalSchemaTest {

    @ParameterizedTest
    @EnumSource
    void table_isMade_andMadeAgainWithoutLosingAnything(JournalDatabase product) {
        DataSource database = product.fresh();
        JdbcJournal.SCHEMA.create(database);
        JdbcJournal journal = new JdbcJournal(database);
        journal.open(new Entries().entry("a"));

        JdbcJournal.SCHEMA.create(database);

        assertThatCode(() -> JdbcJournal.verify(database)).doesNotThrowAnyException();
        assertThat(JournalDatabase.number(database, "SELECT count(*) FROM counterfoil_client_journal"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void verify_withoutTheTable_saysHowToMakeIt(JournalDatabase product) {
        DataSource database = product.fresh();

        assertThatThrownBy(() -> JdbcJournal.verify(database))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("JdbcJournal.SCHEMA.create")
                .hasMessageContaining("counterfoil_client_journal");
    }

    @ParameterizedTest
    @EnumSource
    void verify_withoutAColumn_namesIt(JournalDatabase product) {
        DataSource database = product.fresh();
        JdbcJournal.SCHEMA.create(database);
        JournalDatabase.run(database, "ALTER TABLE counterfoil_client_journal DROP COLUMN held_until");

        assertThatThrownBy(() -> JdbcJournal.verify(database))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("JdbcJournal.SCHEMA.create")
                .satisfies(failure -> assertThat(
                                String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT))
                        .contains("held_until"));
    }

    @Test
    void script_isThereForEveryDialect() {
        for (SqlDialect dialect : Dialects.builtIn()) {
            assertThat(JdbcJournal.SCHEMA.script(dialect))
                    .contains("CREATE TABLE IF NOT EXISTS counterfoil_client_journal");
        }
    }
}
