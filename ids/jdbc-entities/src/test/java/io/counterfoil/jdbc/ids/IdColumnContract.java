package io.counterfoil.jdbc.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.ObjectId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What every column form must do in every database. */
@Tag("TI-6")
@Timeout(240)
abstract class IdColumnContract {

    /** In ascending order; the last two are negative to whoever compares signed. */
    private static final List<SessionId> IDS = Stream.of(
                    "00000000-0000-7000-8000-000000000000",
                    "01890a5d-ac96-774b-bcce-b302099a8057",
                    "80000000-0000-7000-8000-000000000000",
                    "ffffffff-ffff-7fff-bfff-ffffffffffff")
            .map(text -> new SessionId(UUID.fromString(text)))
            .toList();

    private Connection connection;

    abstract DataSource dataSource();

    /** The SQL type for a form. */
    abstract String type(IdColumn form);

    @BeforeEach
    void freshTable() throws SQLException {
        connection = dataSource().getConnection();
        run("DROP TABLE IF EXISTS ids");
        run(Arrays.stream(IdColumn.values())
                .map(form -> "c_" + form + " " + type(form))
                .reduce((one, other) -> one + ", " + other)
                .map(columns -> "CREATE TABLE ids (line int, " + columns + ", plain varchar(60))")
                .orElseThrow());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "BIGINT")
    void ids_loadBackIntoTheirType_inTheirOrder(IdColumn form) throws SQLException {
        for (SessionId id : List.of(IDS.get(2), IDS.get(0), IDS.get(3), IDS.get(1))) {
            insert(form, Optional.of(id));
        }
        List<SessionId> read = new ArrayList<>();

        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM ids ORDER BY c_" + form)) {
            while (rows.next()) {
                read.add(form.get(rows, "c_" + form, SessionId.TYPE));
                assertThat(form.find(rows, "c_" + form, SessionId.TYPE)).contains(read.get(read.size() - 1));
            }
        }

        assertThat(read).isEqualTo(IDS);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "BIGINT")
    void id_isFoundByItself(IdColumn form) throws SQLException {
        insert(form, Optional.of(IDS.get(1)));
        insert(form, Optional.of(IDS.get(2)));

        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM ids WHERE c_" + form + " = ?")) {
            form.set(query, 1, IDS.get(2));
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(form.get(rows, "c_" + form, SessionId.TYPE)).isEqualTo(IDS.get(2));
                assertThat(rows.next()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "BIGINT")
    void nullColumn_isNoId(IdColumn form) throws SQLException {
        insert(form, Optional.empty());

        read(row -> {
            assertThat(form.find(row, "c_" + form, SessionId.TYPE)).isEmpty();
            assertThatThrownBy(() -> form.get(row, "c_" + form, SessionId.TYPE))
                    .isInstanceOf(SQLDataException.class)
                    .hasMessage("column c_%s is NULL, an id with prefix \"jdbcses\" expected".formatted(form));
        });
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "BIGINT")
    void columnOfAnotherForm_isAnError_thatNamesTheColumn(IdColumn form) throws SQLException {
        run("INSERT INTO ids (plain) VALUES ('no id')");

        read(row -> assertThatThrownBy(() -> form.find(row, "plain", SessionId.TYPE))
                .isInstanceOf(SQLDataException.class)
                .hasMessageStartingWith("column plain: "));
    }

    @Prefix("jdbcevt")
    record EventId(long value) implements TypedLongId<EventId> {}

    @Prefix(value = "jdbcpage", alternatives = @Prefix.Alternative(prefix = "", format = IdFormat.BASE16))
    record PageId(ObjectId value) implements TypedObjectId<PageId> {}

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UUID")
    @Tag("TI-9")
    void idsOverNumbers_loadBackIntoTheirType_inTheirOrder(IdColumn form) throws SQLException {
        List<EventId> ids = List.of(new EventId(0), new EventId(6820698575169822721L), new EventId(Long.MAX_VALUE));

        assertThat(readInOrder(form, List.of(ids.get(2), ids.get(0), ids.get(1)), IdType.of(EventId.class)))
                .isEqualTo(ids);
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY", "TEXT"})
    @Tag("TI-9")
    void idsOverObjectIds_loadBackIntoTheirType_inTheirOrder(IdColumn form) throws SQLException {
        List<PageId> ids = Stream.of("000000000000000000000001", "507f191e810c19729de860ea", "ffffffffffffffffffffffff")
                .map(text -> new PageId(ObjectId.parse(text)))
                .toList();

        assertThat(readInOrder(form, List.of(ids.get(2), ids.get(0), ids.get(1)), IdType.of(PageId.class)))
                .isEqualTo(ids);
    }

    @Test
    @Tag("TI-9")
    void alternativeText_isRead() throws SQLException {
        run("INSERT INTO ids (c_TEXT) VALUES ('507f191e810c19729de860ea')");

        read(row -> assertThat(IdColumn.TEXT
                        .get(row, "c_TEXT", IdType.of(PageId.class))
                        .text())
                .isEqualTo("jdbcpage_2ey8c8drg2h00i6v08a"));
    }

    @Test
    @Tag("TI-9")
    void nullNumber_isNoId() throws SQLException {
        insert(IdColumn.BIGINT, Optional.empty());

        read(row -> assertThat(IdColumn.BIGINT.find(row, "c_BIGINT", IdType.of(EventId.class)))
                .isEmpty());
    }

    @Test
    @Tag("TI-9")
    void columnOfAnotherValue_isRefused_byTheNameOfTheClass() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdColumn.UUID.toJdbc(new EventId(1)))
                .withMessage("a column of form UUID cannot store a %s, whose value is a Long"
                        .formatted(EventId.class.getName()));
        assertThatIllegalArgumentException().isThrownBy(() -> IdColumn.BIGINT.toJdbc(IDS.get(1)));
    }

    private <T extends AnyTypedId<T>> List<T> readInOrder(IdColumn form, List<T> ids, IdType<T> type)
            throws SQLException {
        for (T id : ids) {
            insert(form, Optional.of(id));
        }
        List<T> read = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM ids ORDER BY c_" + form)) {
            while (rows.next()) {
                read.add(form.get(rows, "c_" + form, type));
            }
        }
        return read;
    }

    @Test
    void textOfAnotherKind_isAnError_thatSaysWhich() throws SQLException {
        run("INSERT INTO ids (plain) VALUES ('" + OrderId.TYPE.next().text() + "')");

        read(row -> assertThatThrownBy(() -> IdColumn.TEXT.get(row, "plain", SessionId.TYPE))
                .isInstanceOf(SQLDataException.class)
                .hasMessageContaining("column plain: ")
                .hasMessageContaining("\"jdbcses\"")
                .hasMessageContaining("\"jdbcord\""));
    }

    @Test
    void unknownColumn_isTheDriversError() throws SQLException {
        insert(IdColumn.UUID, Optional.of(IDS.get(1)));

        read(row -> assertThatThrownBy(() -> IdColumn.UUID.get(row, "nowhere", SessionId.TYPE))
                .isInstanceOf(SQLException.class));
    }

    private void insert(IdColumn form, Optional<? extends AnyTypedId<?>> id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO ids (c_" + form + ") VALUES (?)")) {
            form.set(insert, 1, id);
            insert.executeUpdate();
        }
    }

    /** Work with a row. */
    @FunctionalInterface
    private interface Work {
        void with(ResultSet row) throws SQLException;
    }

    private void read(Work work) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM ids")) {
            rows.next();
            work.with(rows);
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
