package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a further database takes: one subclass of the dialect, and one script. */
class AddedDatabaseSchemaTest {

    private final DataSource database = Engine.H2_ORACLE.freshDatabase();

    @Test
    void dialectOfTheApplication_isFound_beforeTheBuiltInOnes() throws SQLException {
        assertThat(Dialects.of(database)).isInstanceOf(OracleModeDialect.class);
        assertThat(Dialects.of(Engine.H2.freshDatabase())).isSameAs(Dialects.H2);
    }

    @Test
    void tables_areCreated_andVerified() {
        JdbcSchema.create(database);
        JdbcSchema.create(database);

        assertThatCode(() -> JdbcSchema.verify(database)).doesNotThrowAnyException();
        Sql.run(database, "ALTER TABLE counterfoil_record ALTER COLUMN client SET DATA TYPE varchar2(255)");
        assertThatIllegalStateException()
                .isThrownBy(() -> JdbcSchema.verify(database))
                .withMessageContaining(
                        "column counterfoil_record.client is character varying(255), and must be raw(255)");
    }

    @Test
    void featureWithoutAScript_namesWhatIsMissing() {
        TableSchema feature = TableSchema.of(AddedDatabaseSchemaTest.class, "stamps", "counterfoil_stamp");

        assertThatIllegalStateException()
                .isThrownBy(() -> feature.create(database))
                .withMessage(
                        "counterfoil_stamp is not supported on H2 in Oracle's mode: there is no /counterfoil-schema/h2-oracle/R__counterfoil_h2-oracle_stamps.sql next to "
                                + AddedDatabaseSchemaTest.class.getName());
    }
}
