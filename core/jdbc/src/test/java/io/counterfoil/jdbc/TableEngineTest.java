package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.TestMariaDb;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MariaDB and MySQL keep each table by an engine of its own, and not each of those has transactions. */
@Tag("RQ-13")
class TableEngineTest {

    private final DataSource database = TestMariaDb.freshDatabase().dataSource();

    @Test
    void verify_refusesATableWithoutTransactions() {
        JdbcSchema.create(database);
        Sql.run(database, "ALTER TABLE counterfoil_record ENGINE = Aria");

        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining(
                        "table counterfoil_record is kept by Aria, and must be by InnoDB: it needs transactions");
    }
}
