package io.counterfoil.jdbc.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandIds;
import io.counterfoil.entities.Commands;
import io.counterfoil.testkit.tables.TablesContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An account with a balance, which remembers the last 25 commands to it. */
@Tag("CB-6")
abstract class EntityCommandsContract extends TablesContract {

    private static final int LIMIT = 25;

    record Account(CartId id, int balance, boolean isClosed, CommandIds commands, int version) {

        Account add(int amount) {
            return new Account(id, balance + amount, isClosed, commands, version);
        }

        Account close() throws AlreadyClosedException {
            if (isClosed) {
                throw new AlreadyClosedException();
            }
            return new Account(id, balance, true, commands, version);
        }

        Account withCommands(CommandIds all) {
            return new Account(id, balance, isClosed, all, version);
        }

        Account saved() {
            return new Account(id, balance, isClosed, commands, version + 1);
        }
    }

    static final class AlreadyClosedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private static final Commands<Account> COMMANDS = Commands.keptIn(Account::commands, Account::withCommands);

    private int limit = LIMIT;
    private final CartId id = CartId.TYPE.next();
    private final CommandId command = CommandId.next();
    private EntityCommands<CartId, Account> accounts = EntityCommands.of(rows(CommandIdsColumn.TEXT), COMMANDS);

    private EntityCommands.Rows<CartId, Account> rows(CommandIdsColumn column) {
        return new EntityCommands.Rows<>() {
            @Override
            public Optional<Account> load(Connection connection, CartId id) throws SQLException {
                try (PreparedStatement select = connection.prepareStatement("SELECT * FROM account WHERE id = ?")) {
                    select.setObject(1, database().dialect().toJdbc(id.value()));
                    try (ResultSet row = select.executeQuery()) {
                        return row.next()
                                ? Optional.of(new Account(
                                        id,
                                        row.getInt("balance"),
                                        row.getBoolean("closed"),
                                        column.get(row, "commands", limit),
                                        row.getInt("version")))
                                : Optional.empty();
                    }
                }
            }

            @Override
            public Optional<Account> save(Connection connection, Account changed) throws SQLException {
                try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE account SET balance = ?, closed = ?, commands = ?, version = version + 1"
                                + " WHERE id = ? AND version = ?")) {
                    update.setInt(1, changed.balance());
                    update.setBoolean(2, changed.isClosed());
                    column.set(update, 3, changed.commands());
                    update.setObject(4, database().dialect().toJdbc(changed.id().value()));
                    update.setInt(5, changed.version());
                    return update.executeUpdate() == 1 ? Optional.of(changed.saved()) : Optional.empty();
                }
            }
        };
    }

    /** The types of columns of command ids. */
    private Map<CommandIdsColumn, String> lists() {
        return switch (database().dialect().vendor()) {
            case "postgresql" ->
                Map.of(
                        CommandIdsColumn.TEXT,
                        "varchar(2000)",
                        CommandIdsColumn.JSON,
                        "jsonb",
                        CommandIdsColumn.UUID_ARRAY,
                        "uuid[]");
            case "mysql" -> Map.of(CommandIdsColumn.TEXT, "json");
            default -> Map.of(CommandIdsColumn.TEXT, "varchar(2000)", CommandIdsColumn.UUID_ARRAY, "uuid array");
        };
    }

    @BeforeEach
    void freshAccount() throws SQLException {
        freshAccount(CommandIdsColumn.TEXT);
    }

    private void freshAccount(CommandIdsColumn column) throws SQLException {
        run(
                "DROP TABLE IF EXISTS account",
                "CREATE TABLE account (id " + database().uuidType() + " NOT NULL PRIMARY KEY, balance int NOT NULL,"
                        + " closed boolean NOT NULL, commands "
                        + lists().get(column) + ", version int NOT NULL)",
                database().distributed("account", "id"));
        accounts = EntityCommands.of(rows(column), COMMANDS);
        autoCommit(connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO account VALUES (?, 0, false, ?, 1)")) {
                insert.setObject(1, database().dialect().toJdbc(id.value()));
                column.set(insert, 2, CommandIds.none());
                return insert.executeUpdate();
            }
        });
    }

    private Account account() throws SQLException {
        return autoCommit(
                connection -> rows(CommandIdsColumn.TEXT).load(connection, id).orElseThrow());
    }

    private EntityCommands.Result<Account> add(Connection connection, CommandId command) throws SQLException {
        return accounts.execute(connection, id, command, account -> account.add(1));
    }

    @Test
    void command_takesEffectOnce_inEveryFormOfTheList() throws SQLException {
        for (CommandIdsColumn column : lists().keySet()) {
            freshAccount(column);
            CommandId second = CommandId.next();

            EntityCommands.Result<Account> first = autoCommit(connection -> add(connection, command));
            autoCommit(connection -> add(connection, second));
            EntityCommands.Result<Account> retry = autoCommit(connection -> add(connection, command));

            CommandIds both = CommandIds.none(LIMIT).with(command).with(second);
            assertThat(first)
                    .isEqualTo(new EntityCommands.Result.Applied<>(
                            new Account(id, 1, false, CommandIds.none(LIMIT).with(command), 2)));
            assertThat(retry)
                    .as("%s", column)
                    .isEqualTo(new EntityCommands.Result.Repeated<>(new Account(id, 2, false, both, 3)));
        }
    }

    @Test
    @Tag("CB-10")
    void unboundedList_knowsEachCommand_inEveryFormOfTheList() throws SQLException {
        limit = CommandIds.UNBOUNDED;
        CommandIds many = Stream.generate(CommandId::next)
                .limit(2500)
                .reduce(CommandIds.none(limit), CommandIds::with, (first, second) -> second);
        for (CommandIdsColumn column : lists().keySet()) {
            freshAccount(column);
            run("ALTER TABLE account DROP COLUMN commands", "ALTER TABLE account ADD COLUMN commands " + roomy(column));
            EntityCommands.Rows<CartId, Account> rows = rows(column);
            Account account = new Account(id, 0, false, many, 1);
            autoCommit(connection -> rows.save(connection, account).orElseThrow());

            autoCommit(connection -> add(connection, command));
            EntityCommands.Result<Account> first =
                    autoCommit(connection -> add(connection, many.asList().get(0)));

            assertThat(first)
                    .as("%s", column)
                    .isEqualTo(new EntityCommands.Result.Repeated<>(new Account(id, 1, false, many.with(command), 3)));
        }
    }

    /** The type of a column whose list has no limit. */
    private String roomy(CommandIdsColumn column) {
        String type = Objects.requireNonNull(lists().get(column));
        return type.startsWith("varchar") ? "text" : type;
    }

    @Test
    void rollBack_undoesEffectAndMemory() throws SQLException {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            add(connection, command);
            connection.rollback();
        }

        assertThat(account()).isEqualTo(new Account(id, 0, false, CommandIds.none(LIMIT), 1));
        assertThat(this.<EntityCommands.Result<Account>>autoCommit(connection -> add(connection, command)))
                .isInstanceOf(EntityCommands.Result.Applied.class);
    }

    @Test
    @Tag("CB-7")
    void retryLaterThanTheListReaches_meetsTheEntitysRules() throws Exception {
        try (Connection connection = connection()) {
            accounts.execute(connection, id, command, Account::close);
            for (int other = 0; other < LIMIT; other++) {
                assertThat(accounts.execute(connection, id, command, Account::close))
                        .isInstanceOf(EntityCommands.Result.Repeated.class);
                add(connection, CommandId.next());
            }

            assertThatExceptionOfType(AlreadyClosedException.class)
                    .isThrownBy(() -> accounts.execute(connection, id, command, Account::close));
        }
        assertThat(account().commands().contains(command)).isFalse();
    }

    @Test
    @Tag("CB-7")
    void retry_afterItsCommandLeftTheList_isAVersionConflict() throws SQLException {
        autoCommit(connection -> add(connection, command));
        Account then = account();
        for (int other = 0; other < LIMIT; other++) {
            autoCommit(connection -> add(connection, CommandId.next()));
        }

        EntityCommands.Result<Account> late =
                autoCommit(connection -> accounts.execute(connection, id, command, now -> then.add(1)));

        assertThat(late).isEqualTo(new EntityCommands.Result.Conflict<>());
        assertThat(account().balance()).isEqualTo(1 + LIMIT);
    }

    @Test
    @Tag("CB-4")
    void commandToAnEntityThatIsNotThere_isAbsent() throws SQLException {
        EntityCommands.Result<Account> result = autoCommit(
                connection -> accounts.execute(connection, CartId.TYPE.next(), command, account -> account.add(1)));

        assertThat(result).isEqualTo(new EntityCommands.Result.Absent<>());
    }

    @Test
    void sameCommand_concurrently_takesEffectOnceAndIsRepeated() throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            add(first, command);
            Future<EntityCommands.Result<Account>> second =
                    threads.submit(() -> inTransaction(connection -> add(connection, command)));
            untilOneWaits();
            assertThat(second).isNotDone();

            first.commit();

            assertThat(second.get()).isInstanceOf(EntityCommands.Result.Repeated.class);
        }
        assertThat(account())
                .isEqualTo(new Account(id, 1, false, CommandIds.none(LIMIT).with(command), 2));
    }

    @Test
    void otherCommand_concurrently_conflictsAndCanBeRetried() throws Exception {
        CommandId other = CommandId.next();
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            add(first, command);
            Future<EntityCommands.Result<Account>> second =
                    threads.submit(() -> inTransaction(connection -> add(connection, other)));
            untilOneWaits();

            first.commit();

            assertThat(second.get()).isEqualTo(new EntityCommands.Result.Conflict<>());
        }
        assertThat(account().commands().asList()).containsExactly(command);

        assertThat(this.<EntityCommands.Result<Account>>inTransaction(connection -> add(connection, other)))
                .isInstanceOf(EntityCommands.Result.Applied.class);
        assertThat(account().balance()).isEqualTo(2);
    }

    @Test
    void otherThatRollsBack_isNoConflict() throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            add(first, command);
            Future<EntityCommands.Result<Account>> second =
                    threads.submit(() -> inTransaction(connection -> add(connection, command)));
            untilOneWaits();

            first.rollback();

            assertThat(second.get()).isInstanceOf(EntityCommands.Result.Applied.class);
        }
        assertThat(account().balance()).isEqualTo(1);
    }

    @Test
    void match_goesOnWithTheCaseThatHolds() throws SQLException {
        assertThat(name(this.<EntityCommands.Result<Account>>autoCommit(connection -> add(connection, command))))
                .isEqualTo("applied");
        assertThat(name(this.<EntityCommands.Result<Account>>autoCommit(connection -> add(connection, command))))
                .isEqualTo("repeated");
        assertThat(name(new EntityCommands.Result.Absent<>())).isEqualTo("absent");
        assertThat(name(new EntityCommands.Result.Conflict<>())).isEqualTo("conflict");
    }

    private static String name(EntityCommands.Result<Account> result) {
        return result.<String, RuntimeException>match(
                applied -> "applied", repeated -> "repeated", absent -> "absent", conflict -> "conflict");
    }

    @Test
    void columnWithSomethingElse_orNothing_isAnErrorThatNamesIt() throws SQLException {
        run("UPDATE account SET commands = '[\"x\"]'");
        assertThatExceptionOfType(SQLDataException.class)
                .isThrownBy(this::account)
                .withMessageContaining("column commands: no stored list of command ids");

        run("UPDATE account SET commands = NULL");
        assertThatExceptionOfType(SQLDataException.class)
                .isThrownBy(this::account)
                .withMessageContaining("column commands is NULL");
    }

    /** Eight threads send the same 20 commands, each in another order: each takes effect once. */
    @ParameterizedTest
    @EnumSource
    void manyThreads_applyEachCommandOnce(Mode mode) throws Exception {
        List<CommandId> commands = Stream.generate(CommandId::next).limit(20).toList();

        List<Integer> applied = together(8, () -> {
            List<CommandId> mine = new ArrayList<>(commands);
            Collections.shuffle(mine, new Random(Thread.currentThread().getId()));
            int count = 0;
            for (CommandId one : mine) {
                count += untilItGoes(mode, one);
            }
            return count;
        });

        assertThat(applied.stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
        assertThat(account().balance()).isEqualTo(20);
        assertThat(account().version()).isEqualTo(21);
        assertThat(account().commands().asList()).containsExactlyInAnyOrderElementsOf(commands);
    }

    private int untilItGoes(Mode mode, CommandId one) throws SQLException {
        while (true) {
            EntityCommands.Result<Account> result = untilItGoes(mode, connection -> add(connection, one));
            if (!(result instanceof EntityCommands.Result.Conflict<Account>)) {
                return result instanceof EntityCommands.Result.Applied<Account> ? 1 : 0;
            }
        }
    }

    /** Two that each wait for the other: the database ends one of them, which can be run again. One over several nodes may end both. */
    @Test
    void deadlock_isToldAsSomethingToRunAgain() throws Exception {
        run(
                "DROP TABLE IF EXISTS pair",
                "CREATE TABLE pair (id int NOT NULL PRIMARY KEY, n int NOT NULL)",
                database().distributed("pair", "id"));
        run("INSERT INTO pair VALUES (1, 0)", "INSERT INTO pair VALUES (2, 0)");
        CyclicBarrier bothHaveOne = new CyclicBarrier(2);

        Future<Boolean> up = threads.submit(() -> addToBoth(1, 2, bothHaveOne));
        Future<Boolean> down = threads.submit(() -> addToBoth(2, 1, bothHaveOne));

        List<Boolean> committed = List.of(up.get(), down.get());
        assertThat(committed).contains(false);
        if (!database().dialect().isDistributed()) {
            assertThat(committed).contains(true);
        }
        assertThat(number("SELECT sum(n) FROM pair")).isEqualTo(committed.contains(true) ? 2 : 0);
    }

    private boolean addToBoth(int first, int second, CyclicBarrier bothHaveOne) throws Exception {
        try (Connection connection = connection();
                PreparedStatement add = connection.prepareStatement("UPDATE pair SET n = n + 1 WHERE id = ?")) {
            connection.setAutoCommit(false);
            try {
                add.setInt(1, first);
                add.executeUpdate();
                bothHaveOne.await(5, TimeUnit.MINUTES);
                add.setInt(1, second);
                add.executeUpdate();
                connection.commit();
                return true;
            } catch (SQLException failure) {
                connection.rollback();
                assertThat(database().dialect().canRunAgain(failure)).isTrue();
                return false;
            }
        }
    }

    @Test
    @Tag("CB-8")
    void firstCommand_forgetsTheCreation_inTheSameTransaction() throws SQLException {
        run("DROP TABLE IF EXISTS counterfoil_creation");
        CreationIdentifiers.SCHEMA.create(
                database().administration(), database().dialect());
        CreationIdentifiers creations =
                CreationIdentifiers.builder(database().dialect()).build();
        CommandId opening = CommandId.next();
        autoCommit(connection ->
                creations.command("open", CartId.TYPE, id::value).once(connection, opening, ignored -> {}));
        accounts = accounts.forgetting(creations, account -> account.id().value());

        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            add(connection, command);
            assertThat(creations.find(connection, opening)).isEmpty();
            connection.rollback();
            assertThat(creations.find(connection, opening)).contains(id.value());
        }
        autoCommit(connection -> add(connection, command));

        assertThat(number("SELECT count(*) FROM counterfoil_creation")).isZero();
    }
}
