package io.counterfoil.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scripts whose statements the check of tables does not know: what it cannot compare is no difference. */
@Tag("UP-1")
@Timeout(240)
class FeatureOfAnApplicationTest {

    private static final TableSchema STAMPS = new TableSchema(
            FeatureOfAnApplicationTest.class, "/feature-of-an-application/%1$s.sql", "counterfoil_stamp_page");

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "H2"})
    void tablesOfAnyScript_areCompleteOnceCreated(Engine engine) throws SQLException {
        DataSource database = engine.freshDatabase();
        STAMPS.create(database);

        assertThatCode(() -> STAMPS.verify(database)).doesNotThrowAnyException();
        try (Connection connection = database.getConnection()) {
            assertThat(STAMPS.inspect(connection, Dialects.of(connection)).findings())
                    .isEmpty();
        }
    }
}
