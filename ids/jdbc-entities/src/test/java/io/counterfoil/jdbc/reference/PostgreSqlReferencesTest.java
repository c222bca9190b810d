package io.counterfoil.jdbc.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.tables.Wiretap;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PostgreSqlReferencesTest extends ReferencesContract {

    private static TestedDatabase database;

    private final BookId first = BookId.TYPE.next();
    private final BookId second = BookId.TYPE.next();

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.postgreSql();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    @Test
    @Tag("RF-5")
    void tenThousandNames_areTwoStatements_whetherTheyAreFreeOrTaken() throws SQLException {
        Map<ReferenceId, BookId> names = names(10_000);
        List<String> statements = new ArrayList<>();

        inTransaction(connection -> {
            Connection tapped = Wiretap.on(connection, statements::add);
            assertThat(books.bindAll(tapped, ANN, names)).isEmpty();
            assertThat(statements).hasSize(1);
            Map<ReferenceId, BookId> others = new LinkedHashMap<>();
            names.keySet().forEach(name -> others.put(name, first));
            assertThat(books.bindAll(tapped, ANN, others)).isEqualTo(names);
            return assertThat(statements).hasSize(3);
        });
    }

    /** In the maps' own order each of the two would hold what the other waits for. */
    @Test
    void manyAtOnce_inAnyOrder_doNotWaitForEachOther() throws Exception {
        List<ReferenceId> abc = Stream.of("a", "b", "c").map(ReferenceId::new).toList();
        try (Connection holding = connection()) {
            holding.setAutoCommit(false);
            books.bind(holding, ANN, abc.get(1), first);
            Future<Map<ReferenceId, BookId>> upwards = threads.submit(() -> bindAll(abc, second));
            untilWaiting(1);
            Future<Map<ReferenceId, BookId>> downwards =
                    threads.submit(() -> bindAll(List.of(abc.get(2), abc.get(0)), first));
            untilWaiting(2);

            holding.commit();

            assertThat(upwards.get()).isEqualTo(Map.of(abc.get(1), first));
            assertThat(downwards.get()).isEqualTo(Map.of(abc.get(0), second, abc.get(2), second));
        }
    }

    private Map<ReferenceId, BookId> bindAll(List<ReferenceId> names, BookId book) throws SQLException {
        Map<ReferenceId, BookId> wanted = new LinkedHashMap<>();
        names.forEach(name -> wanted.put(name, book));
        return inTransaction(connection -> books.bindAll(connection, ANN, wanted));
    }

    @Test
    @Tag("RF-7")
    void nameThatIsReleasedBetweenTheInsertAndTheLook_isBound() throws SQLException {
        bind(ANN, NAME, first);

        Map<ReferenceId, BookId> taken = inTransaction(connection -> books.bindAll(
                Wiretap.on(connection, sql -> {
                    if (sql.startsWith("SELECT")) {
                        autoCommit(other -> books.release(other, ANN, NAME, first));
                    }
                }),
                ANN,
                Map.of(NAME, second)));

        assertThat(taken).isEmpty();
        assertThat(find(ANN, NAME)).contains(second);
    }

    @Test
    void nameThatComesAndGoesAllTheTime_isNoAnswer() throws SQLException {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            Connection tapped = Wiretap.on(
                    connection,
                    sql -> autoCommit(other -> sql.startsWith("SELECT")
                            ? books.release(other, ANN, NAME, first)
                            : books.bind(other, ANN, NAME, first)));

            assertThatExceptionOfType(SQLTransientException.class)
                    .isThrownBy(() -> books.bindAll(tapped, ANN, Map.of(NAME, second)))
                    .withMessageContaining("in 3 attempts 1 names");
            connection.rollback();
        }
        assertThat(find(ANN, NAME)).isEmpty();
    }
}
