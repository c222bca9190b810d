package io.counterfoil.jdbc.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.ids.IdColumn;
import io.counterfoil.testkit.tables.MariaDbLockWaits;
import io.counterfoil.testkit.tables.Wiretap;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every dialect must do, on its real database. */
@Tag("TI-8")
@Timeout(240)
abstract class InsertOrFindContract {

    record Account(AccountId id, String owner, @Nullable String note, int version) {}

    private final ExecutorService threads = Executors.newCachedThreadPool();

    InsertOrFind<Account> accounts = accounts(dialect());

    abstract DataSource dataSource();

    abstract SqlDialect dialect();

    /** What ids are kept as. */
    abstract IdColumn idColumn();

    /** The type of that column, in SQL. */
    abstract String idType();

    /** The query for the number of sessions that wait for another. */
    abstract String waiting();

    private InsertOrFind<Account> accounts(SqlDialect dialect) {
        return InsertOrFind.on(dialect)
                .into("account")
                .columns("id", "owner", "email", "note")
                .key("id")
                .returning("id", "owner", "note", "version")
                .reading(row -> new Account(
                        idColumn().get(row, "id", AccountId.TYPE),
                        row.getString("owner"),
                        row.getString("note"),
                        row.getInt("version")));
    }

    @BeforeEach
    void freshTable() throws SQLException {
        run("DROP TABLE IF EXISTS account");
        run("CREATE TABLE account (id " + idType() + " NOT NULL PRIMARY KEY, owner varchar(20) NOT NULL,"
                + " email varchar(40) UNIQUE, note varchar(20), version int DEFAULT 7 NOT NULL)");
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    @Test
    void newId_isCreated_andReadAsTheDatabaseHasIt() throws SQLException {
        AccountId id = AccountId.TYPE.next();

        Inserted<Account> inserted = insert(accounts, id, "ann", null, "hi");

        assertThat(inserted).isEqualTo(new Inserted.Created<>(new Account(id, "ann", "hi", 7)));
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void repeatedInsert_findsTheRow_andInsertsNothing() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        insert(accounts, id, "ann", null, "hi");

        Inserted<Account> again = insert(accounts, id, "ann", null, "hi");

        assertThat(again).isEqualTo(new Inserted.Existing<>(new Account(id, "ann", "hi", 7)));
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void otherContentsUnderTheSameId_changeNothing_andCanBeTold() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        insert(accounts, id, "ann", null, null);

        Inserted<Account> other = insert(accounts, id, "bob", null, null);

        assertThat(other).isEqualTo(new Inserted.Existing<>(new Account(id, "ann", null, 7)));
        assertThatThrownBy(() -> other.requireSame(row -> row.owner().equals("bob")))
                .isInstanceOf(DifferentContentsException.class);
    }

    @Test
    void repeatedInTheSameTransaction_findsItsOwnRow() throws SQLException {
        AccountId id = AccountId.TYPE.next();

        inTransaction(connection -> {
            assertThat(accounts.execute(connection, id, "ann", null, null)).isInstanceOf(Inserted.Created.class);
            return assertThat(accounts.execute(connection, id, "ann", null, null))
                    .isInstanceOf(Inserted.Existing.class);
        });
    }

    @Test
    void theTransactionIsTheCallers_aRollBackLeavesNothing() throws SQLException {
        AccountId id = AccountId.TYPE.next();

        try (Connection connection = dataSource().getConnection()) {
            connection.setAutoCommit(false);
            accounts.execute(connection, id, "ann", null, null);
            assertThat(connection.getAutoCommit()).isFalse();
            connection.rollback();
        }

        assertThat(count()).isZero();
    }

    @Test
    void afterAConflict_theTransactionGoesOn_withWhatItDidBefore() throws SQLException {
        AccountId first = AccountId.TYPE.next();
        AccountId taken = AccountId.TYPE.next();
        AccountId last = AccountId.TYPE.next();
        insert(accounts, taken, "ann", null, null);

        inTransaction(connection -> {
            accounts.execute(connection, first, "bob", null, null);
            assertThat(accounts.execute(connection, taken, "ann", null, null)).isInstanceOf(Inserted.Existing.class);
            return accounts.execute(connection, last, "cyd", null, null);
        });

        assertThat(count()).isEqualTo(3);
    }

    @Test
    void concurrentInsert_isAwaited_andFoundAfterItsCommit() throws Exception {
        AccountId id = AccountId.TYPE.next();
        try (Connection first = dataSource().getConnection()) {
            first.setAutoCommit(false);
            accounts.execute(first, id, "first", null, null);
            Future<Inserted<Account>> second = threads.submit(
                    () -> inTransaction(connection -> accounts.execute(connection, id, "second", null, null)));
            untilSomeWait(1);
            assertThat(second).isNotDone();

            first.commit();

            assertThat(second.get()).isEqualTo(new Inserted.Existing<>(new Account(id, "first", null, 7)));
        }
    }

    @Test
    void concurrentInsert_isAwaited_andReplacedAfterItsRollback() throws Exception {
        AccountId id = AccountId.TYPE.next();
        try (Connection first = dataSource().getConnection()) {
            first.setAutoCommit(false);
            accounts.execute(first, id, "first", null, null);
            Future<Inserted<Account>> second = threads.submit(
                    () -> inTransaction(connection -> accounts.execute(connection, id, "second", null, null)));
            untilSomeWait(1);
            assertThat(second).isNotDone();

            first.rollback();

            assertThat(second.get()).isEqualTo(new Inserted.Created<>(new Account(id, "second", null, 7)));
        }
    }

    @Test
    void severalWaitForOneThatRollsBack_oneCreates() throws Exception {
        AccountId id = AccountId.TYPE.next();
        List<Future<Inserted<Account>>> others = new ArrayList<>();
        try (Connection first = dataSource().getConnection()) {
            first.setAutoCommit(false);
            accounts.execute(first, id, "first", null, null);
            for (int other = 0; other < 3; other++) {
                others.add(threads.submit(
                        () -> inTransaction(connection -> accounts.execute(connection, id, "other", null, null))));
            }
            untilSomeWait(3);
            first.rollback();
        }

        int created = 0;
        for (Future<Inserted<Account>> other : others) {
            try {
                created += other.get().match(one -> 1, existing -> 0);
            } catch (ExecutionException failed) {
                assertThat(failed.getCause()).satisfies(this::isAllowedToWaiters);
            }
        }
        assertThat(created).isEqualTo(1);
        assertThat(count()).isEqualTo(1);
    }

    /** What may become of those who wait for one that rolls back, save for the one that goes on. */
    void isAllowedToWaiters(Throwable thrown) {
        throw new AssertionError(thrown);
    }

    @Test
    void anotherUniqueKey_isAViolation_andNoExistingRow() throws SQLException {
        insert(accounts, AccountId.TYPE.next(), "ann", "a@b.example", null);

        SQLException violation = catchThrowableOfType(
                SQLException.class,
                () -> inTransaction(
                        connection -> accounts.execute(connection, AccountId.TYPE.next(), "bob", "a@b.example", null)));

        assertThat(violation.getSQLState()).startsWith("23");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void idAndAnotherUniqueKey_bothTaken_isTheExistingRow() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        insert(accounts, id, "ann", "a@b.example", null);

        Inserted<Account> again =
                inTransaction(connection -> accounts.execute(connection, id, "ann", "a@b.example", null));

        assertThat(again).isInstanceOf(Inserted.Existing.class);
    }

    @Test
    void otherConstraints_areViolations_evenWhereTheRowExists() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        insert(accounts, id, "ann", null, null);

        SQLException violation = catchThrowableOfType(
                SQLException.class,
                () -> inTransaction(connection -> accounts.execute(connection, id, null, null, null)));

        assertThat(violation.getSQLState()).startsWith("23");
    }

    @Test
    void valueTooLong_isAnError_andNotCutOff() throws SQLException {
        SQLException tooLong = catchThrowableOfType(
                SQLException.class, () -> insert(accounts, AccountId.TYPE.next(), "x".repeat(21), null, null));

        assertThat(tooLong.getSQLState()).startsWith("22");
        assertThat(count()).isZero();
    }

    @Test
    void rowDeletedBeforeItIsRead_isInsertedAgain() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        insert(accounts, id, "first", null, null);
        List<String> statements = new ArrayList<>();

        Inserted<Account> inserted = autoCommit(connection -> accounts.execute(
                Wiretap.on(connection, sql -> {
                    statements.add(sql);
                    if (statements.size() == 2) {
                        run("DELETE FROM account");
                    }
                }),
                id,
                "second",
                null,
                null));

        assertThat(inserted).isEqualTo(new Inserted.Created<>(new Account(id, "second", null, 7)));
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void rowThatComesAndGoes_isGivenUp_withAnError() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        List<String> inserts = new ArrayList<>();

        assertThatThrownBy(() -> autoCommit(connection -> accounts.execute(
                        Wiretap.on(connection, sql -> {
                            if (!sql.startsWith("SELECT")) {
                                inserts.add(sql);
                                insert(accounts, id, "other", null, null);
                            } else {
                                run("DELETE FROM account");
                            }
                        }),
                        id,
                        "never",
                        null,
                        null)))
                .satisfies(this::isGivenUp);

        assertThat(inserts).hasSize(InsertOrFind.ATTEMPTS);
    }

    /** Where a duplicate is an error of the insert, that is what is left to report. */
    void isGivenUp(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        violation -> assertThat(violation.getSQLState()).startsWith("23"));
    }

    @Test
    void find_readsTheRow_andInsertsNothing() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        assertThat(this.<Optional<Account>>autoCommit(connection -> accounts.find(connection, id)))
                .isEmpty();

        insert(accounts, id, "ann", null, "hi");

        assertThat(this.<Optional<Account>>autoCommit(connection -> accounts.find(connection, id)))
                .contains(new Account(id, "ann", "hi", 7));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(connection -> accounts.find(connection, id, "ann")))
                .withMessageContaining("1 values expected, for the key (id) of account; found 2");
    }

    @Test
    void uuid_isReadAsItWasBound_andNullIsAnError() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        run("DROP TABLE IF EXISTS parent");
        run("CREATE TABLE parent (id " + idType() + " NOT NULL PRIMARY KEY, child " + idType() + ")");
        InsertOrFind<UUID> parents = parents("id");
        InsertOrFind<UUID> children = parents("child");

        assertThat(insert(parents, id)).isEqualTo(new Inserted.Created<>(id.value()));
        assertThatThrownBy(() -> insert(children, id))
                .isInstanceOf(SQLDataException.class)
                .hasMessageContaining("column child is NULL");
    }

    private InsertOrFind<UUID> parents(String read) {
        return InsertOrFind.on(dialect())
                .into("parent")
                .columns("id")
                .key("id")
                .returning("id", "child")
                .reading(row -> dialect().getUuid(row, read));
    }

    @Test
    void violation_isNothingToRunAgain() throws SQLException {
        insert(accounts, AccountId.TYPE.next(), "ann", "a@b.example", null);

        SQLException violation = catchThrowableOfType(
                SQLException.class, () -> insert(accounts, AccountId.TYPE.next(), "bob", "a@b.example", null));

        assertThat(dialect().canRunAgain(violation)).isFalse();
        assertThat(dialect().isLockTimeout(violation)).isFalse();
    }

    @Test
    void keyOfSeveralColumns_inAnyOrder_isComparedAsAWhole() throws SQLException {
        run("DROP TABLE IF EXISTS entry");
        run(
                "CREATE TABLE entry (note varchar(20), book varchar(20) NOT NULL, line int NOT NULL, PRIMARY KEY (book, line))");
        InsertOrFind<String> entries = InsertOrFind.on(dialect())
                .into("entry")
                .columns("note", "line", "book")
                .key("book", "line")
                .reading(row -> row.getString("note") + row.getString("book") + row.getInt("line"));

        assertThat(insert(entries, "x", 1, "a")).isEqualTo(new Inserted.Created<>("xa1"));
        assertThat(insert(entries, "y", 2, "a")).isEqualTo(new Inserted.Created<>("ya2"));
        assertThat(insert(entries, "z", 1, "b")).isEqualTo(new Inserted.Created<>("zb1"));
        assertThat(insert(entries, "other", 2, "a")).isEqualTo(new Inserted.Existing<>("ya2"));
    }

    @Test
    void idsInOtherForms_areBoundAsTheColumnSays() throws SQLException {
        run("DROP TABLE IF EXISTS texts");
        run("CREATE TABLE texts (id varchar(40) NOT NULL PRIMARY KEY)");
        InsertOrFind<AccountId> texts = InsertOrFind.on(dialect())
                .into("texts")
                .columns("id")
                .key("id")
                .reading(row -> IdColumn.TEXT.get(row, "id", AccountId.TYPE));
        AccountId id = AccountId.TYPE.next();

        assertThat(insert(texts, IdColumn.TEXT.toJdbc(id))).isEqualTo(new Inserted.Created<>(id));
        assertThat(insert(texts, IdColumn.TEXT.toJdbc(id))).isEqualTo(new Inserted.Existing<>(id));
        assertThat(insert(accounts, id.value(), "ann", null, null))
                .isEqualTo(new Inserted.Created<>(new Account(id, "ann", null, 7)));
    }

    @Prefix("insertevt")
    record EventId(long value) implements TypedLongId<EventId> {}

    @Prefix("insertpage")
    record PageId(ObjectId value) implements TypedObjectId<PageId> {}

    @Test
    @Tag("TI-9")
    void idsOverNumbersAndObjectIds_areBoundAsTheirValues() throws SQLException {
        run("DROP TABLE IF EXISTS event");
        run("CREATE TABLE event (id bigint NOT NULL PRIMARY KEY, page "
                + (dialect() == Dialects.POSTGRESQL ? "bytea" : "varbinary(12)") + ")");
        InsertOrFind<PageId> events = InsertOrFind.on(dialect())
                .into("event")
                .columns("id", "page")
                .key("id")
                .reading(row -> IdColumn.BINARY.get(row, "page", IdType.of(PageId.class)));
        EventId event = new EventId(6820698575169822721L);
        PageId page = IdType.of(PageId.class).next();

        assertThat(insert(events, event, page)).isEqualTo(new Inserted.Created<>(page));
        assertThat(insert(events, event, IdType.of(PageId.class).next())).isEqualTo(new Inserted.Existing<>(page));
        Optional<PageId> found = autoCommit(connection -> events.find(connection, event));
        assertThat(found).contains(page);
    }

    @Test
    void reservedWordsAndCapitals_betweenDoubleQuotes() throws SQLException {
        run("DROP TABLE IF EXISTS " + InsertDialects.of(dialect()).delimited("\"Order\""));
        run(InsertDialects.of(dialect())
                .delimited("CREATE TABLE \"Order\" (\"group\" int NOT NULL PRIMARY KEY, \"No. 1\" int)"));
        InsertOrFind<Integer> orders = InsertOrFind.on(dialect())
                .into("\"Order\"")
                .columns("\"group\"", "\"No. 1\"")
                .key("\"group\"")
                .reading(row -> row.getInt("No. 1"));

        assertThat(insert(orders, 1, 2)).isEqualTo(new Inserted.Created<>(2));
        assertThat(insert(orders, 1, 3)).isEqualTo(new Inserted.Existing<>(2));
    }

    @Test
    void values_withSqlSyntax_areStoredAsTheyAre() throws SQLException {
        AccountId id = AccountId.TYPE.next();
        String hostile = "'); DROP --\\\"`";

        Inserted<Account> inserted = insert(accounts, id, hostile, hostile, hostile);

        assertThat(inserted).isEqualTo(new Inserted.Created<>(new Account(id, hostile, hostile, 7)));
    }

    @Test
    void nullInTheKey_isRejectedBeforeAnythingIsSent() throws SQLException {
        try (Connection connection = withoutStatements()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> accounts.execute(connection, null, "ann", null, null))
                    .withMessageContaining("id of account is null");
        }
    }

    @Test
    void wrongNumberOfValues_isRejectedBeforeAnythingIsSent() throws SQLException {
        try (Connection connection = withoutStatements()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> accounts.execute(connection, AccountId.TYPE.next(), "ann"))
                    .withMessageContaining("4 values expected, for the columns (id, owner, email, note)")
                    .withMessageContaining("found 2");
        }
    }

    @Test
    void dialect_isThatOfTheDatabase() throws SQLException {
        assertThat(Dialects.of(dataSource())).isSameAs(dialect());
    }

    /**
     * 16 threads insert the same 100 rows, each in a transaction of its own: each row is created by exactly one of them, and
     * the other unique key, which is taken as well, never gets in the way.
     */
    @Test
    void manyThreads_createEachRowOnce() throws Exception {
        List<AccountId> ids = Stream.generate(AccountId.TYPE::next).limit(100).toList();
        CyclicBarrier together = new CyclicBarrier(16);
        List<Future<Integer>> created = new ArrayList<>();
        for (int thread = 0; thread < 16; thread++) {
            String owner = "thread " + thread;
            created.add(threads.submit(() -> {
                int mine = 0;
                try (Connection connection = dataSource().getConnection()) {
                    connection.setAutoCommit(false);
                    for (AccountId id : ids) {
                        together.await(5, TimeUnit.MINUTES);
                        Inserted<Account> inserted = accounts.execute(connection, id, owner, id.text(), null);
                        connection.commit();
                        mine += inserted.match(one -> owner.equals(one.row().owner()) ? 1 : -1000, other -> 0);
                        assertThat(inserted.row().id()).isEqualTo(id);
                    }
                }
                return mine;
            }));
        }

        int sum = 0;
        for (Future<Integer> mine : created) {
            sum += mine.get();
        }

        assertThat(sum).isEqualTo(100);
        assertThat(count()).isEqualTo(100);
    }

    /** Work with a connection. */
    @FunctionalInterface
    interface Work<R> {
        R with(Connection connection) throws SQLException;
    }

    <T> Inserted<T> insert(InsertOrFind<T> insert, @Nullable Object... values) throws SQLException {
        return autoCommit(connection -> insert.execute(connection, values));
    }

    <R> R autoCommit(Work<R> work) throws SQLException {
        try (Connection connection = dataSource().getConnection()) {
            return work.with(connection);
        }
    }

    <R> R inTransaction(Work<R> work) throws SQLException {
        try (Connection connection = dataSource().getConnection()) {
            connection.setAutoCommit(false);
            try {
                R result = work.with(connection);
                connection.commit();
                return result;
            } catch (SQLException failure) {
                connection.rollback();
                throw failure;
            }
        }
    }

    void run(String sql) throws SQLException {
        autoCommit(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    int count() throws SQLException {
        return number("SELECT count(*) FROM account");
    }

    /** A connection over which nothing may be sent. */
    private Connection withoutStatements() throws SQLException {
        return Wiretap.on(dataSource().getConnection(), sql -> {
            throw new AssertionError("sent " + sql);
        });
    }

    private int number(String sql) throws SQLException {
        return autoCommit(connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    private void untilSomeWait(int sessions) {
        await(sessions + " sessions wait")
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(dialect() == Dialects.MYSQL ? MariaDbLockWaits.POLL_INTERVAL : Duration.ofMillis(1))
                .until(() -> number(waiting()) >= sessions);
    }
}
