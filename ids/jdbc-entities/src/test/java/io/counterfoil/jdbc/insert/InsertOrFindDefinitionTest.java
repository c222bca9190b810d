package io.counterfoil.jdbc.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.jdbc.database.Dialects;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-8")
class InsertOrFindDefinitionTest {

    private static final InsertOrFind.Into INTO = InsertOrFind.on(Dialects.POSTGRESQL);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "account; DROP TABLE account",
                "account--",
                "a b",
                "1st",
                "konto\u00e4",
                "a'b",
                "\"a\"b\"",
                "\"a`b\"",
                "\"a",
                "a\"",
                "\"\"",
                "\"a\u0000b\"",
                "\"a\nb\"",
                "account\n",
                "a/**/b",
                "a?",
                "`a`",
                "a.b.c",
                "a.",
                ".a",
                "a123456789012345678901234567890123456789012345678901234567890123",
                "\"123456789012345678901234567890123456789012345678901234567890123 \""
            })
    void namesThatCouldBeMoreThanNames_areRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into(name))
                .withMessageContaining("the name of a table must have 1 to 63");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns("id", name))
                .withMessageContaining("the name of a column must have 1 to 63");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns("id").key(name))
                .withMessageContaining("the name of a column must have 1 to 63");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns("id").key("id").returning(name))
                .withMessageContaining("the name of a column must have 1 to 63");
    }

    @Test
    void refusedName_isShownShortAndOnOneLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("x\n" + "y".repeat(1000)))
                .withMessageEndingWith("<x?" + "y".repeat(78) + "...>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account",
                "_Account_1",
                "accounting.account",
                "\"Order\"",
                "\"my schema\".\"my.table\"",
                "a12345678901234567890123456789012345678901234567890123456789012"
            })
    void names_ofTheDocumentedForms_areTaken(String name) {
        assertThatCode(() -> INTO.into(name)).doesNotThrowAnyException();
    }

    @Test
    void schemaBeforeAColumn_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns("account.id"));
    }

    @Test
    void columnsNamedTwice_orNotAtAll_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns("id", "owner", "ID"))
                .withMessage("the column ID is named twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns())
                .withMessage("at least one column must be named");
    }

    @Test
    void keyOutsideOfTheColumns_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> INTO.into("account").columns("id", "owner").key("number"))
                .withMessage("the key's column number is not one of the columns (id, owner)");
    }

    @Test
    void definition_isToldByItsText() {
        assertThat(INTO.into("account").columns("id", "owner").key("id").reading(row -> 1))
                .hasToString("InsertOrFind[(id) of account]");
    }

    @ParameterizedTest
    @CsvSource({"PostgreSQL, postgresql", "MySQL, mysql", "MariaDB, mysql", "H2, h2"})
    void dialect_isFoundByTheProduct(String product, String vendor) throws SQLException {
        assertThat(Dialects.of(connectionTo(product)).vendor()).isEqualTo(vendor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Oracle", "SQLite", "postgresql", ""})
    void unknownDatabase_isRefused_namingThoseThatAreKnown(String product) {
        assertThatIllegalStateException()
                .isThrownBy(() -> Dialects.of(connectionTo(product)))
                .withMessage(
                        "supported databases are PostgreSQL, MariaDB, MySQL, H2 and PostgreSQL with Citus, but this data source connects to "
                                + product);
    }

    @ParameterizedTest
    @EnumSource
    void match_goesOnWithTheOneCase(Which which) {
        Inserted<String> inserted =
                which == Which.CREATED ? new Inserted.Created<>("row") : new Inserted.Existing<>("row");

        Object gone = inserted.<Which, RuntimeException>match(created -> Which.CREATED, existing -> Which.EXISTING);

        assertThat(gone).isSameAs(which);
    }

    @Test
    void requireSame_asksForExistingRowsAlone() {
        assertThat(new Inserted.Created<>("row").requireSame(row -> false)).isEqualTo("row");
        assertThat(new Inserted.Existing<>("row").requireSame("row"::equals)).isEqualTo("row");
    }

    private enum Which {
        CREATED,
        EXISTING
    }

    private static Connection connectionTo(String product) {
        DatabaseMetaData metaData = proxy(DatabaseMetaData.class, Map.of("getDatabaseProductName", product));
        // Answers every question about what the database does by yes.
        ResultSet yes = proxy(ResultSet.class, Map.of("next", true, "getBoolean", true));
        Statement statement = proxy(Statement.class, Map.of("executeQuery", yes));
        return proxy(Connection.class, Map.of("getMetaData", metaData, "createStatement", statement));
    }

    private static <T> T proxy(Class<T> type, Map<String, ?> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, called, arguments) -> answers.get(called.getName())));
    }
}
