package io.counterfoil.jdbc.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.validation.RejectionReason;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.jdbc.insert.DifferentContentsException;
import io.counterfoil.jdbc.insert.InsertDialects;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Carts whose ids the server makes, created by commands. */
@Tag("CB-8")
abstract class CreationIdentifiersContract extends TablesContract {

    private final SettableClock clock = SettableClock.at(Instant.parse("2026-11-20T12:00:00.123456Z"));
    private final CreationIdentifiers creations =
            CreationIdentifiers.builder(database().dialect()).clock(clock).build();
    private final CreationCommand<CartId> open = creations.command("open-cart", CartId.TYPE);
    private final AtomicInteger created = new AtomicInteger();
    private final CommandId command = CommandId.next();

    @BeforeEach
    void freshTables() throws SQLException {
        run(
                "DROP TABLE IF EXISTS counterfoil_creation",
                "DROP TABLE IF EXISTS cart",
                "CREATE TABLE cart (id " + database().uuidType() + " NOT NULL PRIMARY KEY)",
                database().distributed("cart", "id"));
        CreationIdentifiers.SCHEMA.create(
                database().administration(), database().dialect());
    }

    private CommandOutcome<CartId> open(Connection connection, CommandId command) throws SQLException {
        return open.once(connection, command, id -> insert(connection, id));
    }

    private void insert(Connection connection, CartId id) throws SQLException {
        created.incrementAndGet();
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO cart VALUES (?)")) {
            insert.setObject(1, database().dialect().toJdbc(id.value()));
            insert.executeUpdate();
        }
    }

    private int carts() throws SQLException {
        return number("SELECT count(*) FROM cart");
    }

    private int rows() throws SQLException {
        return number("SELECT count(*) FROM counterfoil_creation");
    }

    @ParameterizedTest
    @EnumSource
    void newCommand_creates_andARetryGetsTheEntitysId(Mode mode) throws SQLException {
        CommandOutcome<CartId> first = in(mode, connection -> open(connection, command));
        CommandOutcome<CartId> retry = in(mode, connection -> open(connection, command));

        assertThat(first).isInstanceOf(CommandOutcome.Applied.class);
        assertThat(retry).isEqualTo(new CommandOutcome.Repeated<>(first.answer()));
        assertThat(created).hasValue(1);
        assertThat(carts()).isEqualTo(1);
        assertThat(this.<Optional<UUID>>autoCommit(connection -> creations.find(connection, command)))
                .contains(first.answer().value());
    }

    @Test
    void createdAt_isInMicroseconds_ofTheClockThatWasGiven() throws SQLException {
        autoCommit(connection -> open(connection, command));

        assertThat(number("SELECT count(*) FROM counterfoil_creation WHERE created_at = 1795176000123456"
                        + " AND command_name = 'open-cart'"))
                .isEqualTo(1);
    }

    @Test
    void repeatedInTheSameTransaction_isARepetition() throws SQLException {
        inTransaction(connection -> {
            CommandOutcome<CartId> first = open(connection, command);
            return assertThat(open(connection, command)).isEqualTo(new CommandOutcome.Repeated<>(first.answer()));
        });
    }

    @Test
    void rollBack_leavesNeitherEntityNorMemory() throws SQLException {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            open(connection, command);
            connection.rollback();
        }

        assertThat(carts()).isZero();
        assertThat(rows()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void actionThatFails_leavesNothing_andTheTransactionGoesOn(Mode mode) throws SQLException {
        CommandId other = CommandId.next();

        in(mode, connection -> {
            boolean autoCommit = connection.getAutoCommit();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> open.once(connection, command, id -> {
                        insert(connection, id);
                        throw new IOException("refused");
                    }));
            assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
            return open(connection, other);
        });

        assertThat(carts()).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
        assertThat(this.<CommandOutcome<CartId>>in(mode, connection -> open(connection, command)))
                .isInstanceOf(CommandOutcome.Applied.class);
    }

    /** PostgreSQL aborts the transaction then, and answers its COMMIT with a ROLLBACK. */
    @ParameterizedTest
    @EnumSource
    void actionThatIgnoresAFailedStatement_isCommitted_orNotReported(Mode mode) throws SQLException {
        Work<CommandOutcome<CartId>> work = connection -> open.once(connection, command, id -> {
            insert(connection, id);
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> insert(connection, id));
        });

        if (InsertDialects.of(database().dialect()).survivesFailedStatements()) {
            assertThat(this.<CommandOutcome<CartId>>in(mode, work)).isInstanceOf(CommandOutcome.Applied.class);
        } else {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> in(mode, work))
                    .satisfies(failure -> assertThat(failure.getSQLState()).isEqualTo("25P02"));
        }

        int lasting = InsertDialects.of(database().dialect()).survivesFailedStatements() ? 1 : 0;
        assertThat(carts()).isEqualTo(lasting);
        assertThat(rows()).isEqualTo(lasting);
    }

    @Test
    void sameCommandAtTheSameTime_waits_andGetsTheFirstsEntityId() throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            CommandOutcome<CartId> outcome = open(first, command);
            Future<CommandOutcome<CartId>> second = threads.submit(() -> inTransaction(c -> open(c, command)));
            untilOneWaits();
            assertThat(second).isNotDone();

            first.commit();

            assertThat(second.get()).isEqualTo(new CommandOutcome.Repeated<>(outcome.answer()));
        }
        assertThat(created).hasValue(1);
    }

    @Test
    void sameCommandAtTheSameTime_createsWhereTheFirstRollsBack() throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            open(first, command);
            Future<CommandOutcome<CartId>> second = threads.submit(() -> autoCommit(c -> open(c, command)));
            untilOneWaits();

            first.rollback();

            assertThat(second.get()).isInstanceOf(CommandOutcome.Applied.class);
        }
        assertThat(carts()).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void sameCommand_pastTheLockTimeout_isInFlightAndDoesNothing() throws Exception {
        CommandId other = CommandId.next();
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            open(first, command);

            CommandOutcome<CartId> next = inTransaction(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(database().shortWait());
                }
                assertThatExceptionOfType(CreationInFlightException.class)
                        .isThrownBy(() -> open(connection, command))
                        .withMessageContaining(command.text())
                        .satisfies(inFlight -> assertThat(database().dialect().canRunAgain(inFlight))
                                .isTrue());
                return open(connection, other);
            });

            assertThat(next).isInstanceOf(CommandOutcome.Applied.class);
            first.commit();
        }
        assertThat(created).hasValue(2);
        assertThat(carts()).isEqualTo(2);
    }

    @Test
    void commandId_mustBeTimeBased_unlessItIsChosenNotTo() throws SQLException {
        CommandId random = new CommandId(UuidV4.next());
        CreationCommand<CartId> lenient = CreationIdentifiers.builder(database().dialect())
                .commandIds(UuidRule.anyVersion())
                .build()
                .command("open-cart", CartId.TYPE);

        assertThatExceptionOfType(RejectedCommandIdException.class)
                .isThrownBy(() -> autoCommit(connection -> open(connection, random)))
                .withMessageContaining("command id: " + random)
                .withMessageContaining("1 or 6 or 7")
                .satisfies(rejected -> assertThat(rejected.reason()).isEqualTo(RejectionReason.WRONG_VERSION));
        assertThat(rows()).isZero();

        assertThat(this.<CommandOutcome<CartId>>autoCommit(connection -> lenient.once(connection, random, id -> {})))
                .isInstanceOf(CommandOutcome.Applied.class);
        assertThat(this.<CommandOutcome<CartId>>autoCommit(connection -> open(connection, random)))
                .isInstanceOf(CommandOutcome.Repeated.class);
    }

    @Test
    void commandIdOfAnotherCommand_isRefused() throws SQLException {
        CreationCommand<UUID> other = creations.command("open-shop", UuidV4::next);
        autoCommit(connection -> other.once(connection, command, id -> {}));

        assertThatExceptionOfType(DifferentContentsException.class)
                .isThrownBy(() -> autoCommit(connection -> open(connection, command)));
        assertThat(carts()).isZero();
    }

    @Test
    void names_areShortPlainAscii() {
        assertThat(creations.command("x".repeat(100), CartId.TYPE)).isNotNull();
        for (String name : List.of("", "x".repeat(101), "open cart", "öffnen", "open\n")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> creations.command(name, CartId.TYPE))
                    .withMessageContaining("1 to 100 characters");
        }
    }

    private List<CommandId> open(CreationCommand<UUID> creation, int count) throws SQLException {
        List<CommandId> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            CommandId next = CommandId.next();
            commands.add(next);
            autoCommit(connection -> creation.once(connection, next, id -> {}));
        }
        return commands;
    }

    private List<CommandId> left(List<CommandId> commands) throws SQLException {
        List<CommandId> left = new ArrayList<>();
        for (CommandId one : commands) {
            if (this.<Optional<UUID>>autoCommit(connection -> creations.find(connection, one))
                    .isPresent()) {
                left.add(one);
            }
        }
        return left;
    }

    @Test
    void pruneOfACommand_deletesItsOldest_inBatches_andNoOthers() throws SQLException {
        CreationCommand<UUID> shops = creations.command("open-shop", UuidV4::next);
        CreationCommand<UUID> carts = creations.command("open-cart", UuidV4::next);
        List<CommandId> ofShops = new ArrayList<>();
        List<CommandId> ofCarts = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            clock.advance(Duration.ofMillis(1));
            ofShops.addAll(open(shops, 1));
            ofCarts.addAll(open(carts, 1));
        }

        assertThat(this.<Integer>autoCommit(connection -> shops.prune(connection, 2, 3)))
                .isEqualTo(3);
        assertThat(left(ofShops)).isEqualTo(ofShops.subList(3, 7));
        assertThat(this.<Integer>autoCommit(connection -> shops.prune(connection, 2, 3)))
                .isEqualTo(2);
        assertThat(this.<Integer>autoCommit(connection -> shops.prune(connection, 2, 3)))
                .isZero();

        assertThat(left(ofShops)).isEqualTo(ofShops.subList(5, 7));
        assertThat(left(ofCarts)).isEqualTo(ofCarts);
    }

    @Test
    void pruneOfAll_deletesTheOldestOfAllCommands() throws SQLException {
        CreationCommand<UUID> shops = creations.command("open-shop", UuidV4::next);
        CreationCommand<UUID> carts = creations.command("open-cart", UuidV4::next);
        List<CommandId> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofMillis(1));
            all.addAll(open(i % 2 == 0 ? shops : carts, 1));
        }

        assertThat(this.<Integer>autoCommit(connection -> creations.prune(connection, 3, 100)))
                .isEqualTo(2);
        assertThat(left(all)).isEqualTo(all.subList(2, 5));
        assertThat(this.<Integer>autoCommit(connection -> creations.prune(connection, 0, 100)))
                .isEqualTo(3);
        assertThat(rows()).isZero();
    }

    @Test
    void rowsOfOneMicrosecond_arePrunedToTheLimitExactly() throws SQLException {
        open(creations.command("open-shop", UuidV4::next), 6);

        assertThat(this.<Integer>autoCommit(connection -> creations.prune(connection, 4, 100)))
                .isEqualTo(2);
        assertThat(rows()).isEqualTo(4);
    }

    @Test
    void pruneByAge_deletesOlderRowsOfAllCommands_inBatches() throws SQLException {
        CreationCommand<UUID> shops = creations.command("open-shop", UuidV4::next);
        CreationCommand<UUID> carts = creations.command("open-cart", UuidV4::next);
        List<CommandId> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.addAll(open(i % 2 == 0 ? shops : carts, 1));
            clock.advance(Duration.ofHours(1));
        }

        Duration age = Duration.ofHours(2);
        assertThat(this.<Integer>autoCommit(connection -> creations.pruneOlderThan(connection, age, 2)))
                .isEqualTo(2);
        assertThat(left(all)).isEqualTo(all.subList(2, 5));
        assertThat(this.<Integer>autoCommit(connection -> creations.pruneOlderThan(connection, age, 2)))
                .isEqualTo(1);
        assertThat(this.<Integer>autoCommit(connection -> creations.pruneOlderThan(connection, age, 2)))
                .isZero();
        assertThat(left(all)).as("two hours old, and not older").isEqualTo(all.subList(3, 5));
    }

    @Test
    @Tag("RQ-17")
    void prune_passesOverRowsThatAreLocked() throws Exception {
        CreationCommand<UUID> shops = creations.command("open-shop", UuidV4::next);
        List<CommandId> all = open(shops, 3);
        UUID locked =
                autoCommit(connection -> creations.find(connection, all.get(1))).orElseThrow();
        clock.advance(Duration.ofDays(2));
        try (Connection other = connection()) {
            other.setAutoCommit(false);
            creations.forget(other, locked);

            assertThat(this.<Integer>inTransaction(
                            connection -> creations.pruneOlderThan(connection, Duration.ofDays(1), 10)))
                    .isEqualTo(2);

            other.rollback();
        }
        assertThat(left(all)).containsExactly(all.get(1));
    }

    private CartId openAndWait(CommandId command) throws SQLException {
        CartId cart = autoCommit(connection -> open(connection, command)).answer();
        clock.advance(Duration.ofHours(1));
        return cart;
    }

    private void touch(Connection connection, CartId id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE cart SET id = id WHERE id = ?")) {
            update.setObject(1, database().dialect().toJdbc(id.value()));
            update.executeUpdate();
        }
    }

    private void delete(Connection connection, CartId id) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM cart WHERE id = ?")) {
            delete.setObject(1, database().dialect().toJdbc(id.value()));
            delete.executeUpdate();
        }
    }

    @Test
    @Tag("CB-10")
    void uncommandedCreations_areListedByAge_inPages() throws SQLException {
        List<CartId> carts = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            carts.add(openAndWait(CommandId.next()));
        }
        open(creations.command("open-shop", UuidV4::next), 1);
        autoCommit(connection -> creations.forget(connection, carts.get(1)));

        Duration age = Duration.ofMinutes(90);
        List<CreationCommand.Uncommanded<CartId>> first = autoCommit(c -> open.uncommanded(c, age, 2));
        List<CreationCommand.Uncommanded<CartId>> second = autoCommit(c -> open.uncommanded(c, age, first.get(1), 2));

        assertThat(first).extracting(CreationCommand.Uncommanded::id).containsExactly(carts.get(0), carts.get(2));
        assertThat(first.get(0).createdAt()).isEqualTo(Instant.parse("2026-11-20T12:00:00.123456Z"));
        assertThat(second).extracting(CreationCommand.Uncommanded::id).containsExactly(carts.get(3));
        assertThat(rows()).isEqualTo(5);
    }

    @Test
    @Tag("CB-10")
    void listOfOneMicrosecond_hasEachOnce() throws SQLException {
        List<CommandId> commands = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            commands.add(CommandId.next());
            CommandId next = commands.get(i);
            autoCommit(connection -> open(connection, next));
        }
        clock.advance(Duration.ofHours(1));

        List<CommandId> listed = new ArrayList<>();
        Duration age = Duration.ofMinutes(1);
        List<CreationCommand.Uncommanded<CartId>> part = autoCommit(c -> open.uncommanded(c, age, 3));
        while (!part.isEmpty()) {
            part.forEach(one -> listed.add(one.command()));
            CreationCommand.Uncommanded<CartId> last = part.get(part.size() - 1);
            part = autoCommit(c -> open.uncommanded(c, age, last, 3));
        }

        assertThat(listed).containsExactlyInAnyOrderElementsOf(commands);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void sweep_abandonsTheOldest_inBatches_andForgetsTheirCreation(Mode mode) throws SQLException {
        List<CartId> carts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            carts.add(openAndWait(CommandId.next()));
        }

        List<CartId> abandoned = new ArrayList<>();
        Duration age = Duration.ofMinutes(90);
        List<Integer> swept = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            swept.add(in(
                    mode,
                    connection -> open.sweep(connection, age, 2, id -> {
                        abandoned.add(id);
                        delete(connection, id);
                    })));
        }

        assertThat(swept).containsExactly(2, 1, 0);
        assertThat(abandoned).isEqualTo(carts.subList(0, 3));
        assertThat(carts()).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO_COMMIT", "READ_COMMITTED"})
    @Tag("CB-10")
    void sweepOfAnEntityThatIsCommandedMeanwhile_isUndone(Mode mode) throws SQLException {
        CartId first = openAndWait(CommandId.next());
        openAndWait(CommandId.next());

        int swept = in(
                mode,
                connection -> open.sweep(connection, Duration.ofMinutes(1), 10, id -> {
                    delete(connection, id);
                    if (id.equals(first)) {
                        autoCommit(other -> creations.forget(other, id));
                    }
                }));

        assertThat(swept).isEqualTo(1);
        assertThat(carts()).as("that of the commanded one").isEqualTo(1);
        assertThat(rows()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO_COMMIT", "READ_COMMITTED"})
    @Tag("CB-10")
    void sweep_waitsForAnEntitysFirstCommand_andLeavesTheEntity(Mode mode) throws Exception {
        CartId cart = openAndWait(CommandId.next());
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            try (PreparedStatement command = first.prepareStatement("SELECT id FROM cart WHERE id = ? FOR UPDATE")) {
                command.setObject(1, database().dialect().toJdbc(cart.value()));
                command.executeQuery().close();
            }
            creations.forget(first, cart);
            Future<Integer> sweep = threads.submit(() -> in(
                    mode,
                    connection -> open.sweep(connection, Duration.ofMinutes(1), 10, id -> {
                        touch(connection, id);
                        delete(connection, id);
                    })));
            untilOneWaits();

            first.commit();

            assertThat(sweep.get()).isZero();
        }
        assertThat(carts()).isEqualTo(1);
        assertThat(rows()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void sweepThatFails_leavesTheEntityAndItsCreation(Mode mode) throws SQLException {
        openAndWait(CommandId.next());

        in(mode, connection -> {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> open.sweep(connection, Duration.ofMinutes(1), 10, id -> {
                        delete(connection, id);
                        throw new IOException("refused");
                    }));
            return 0;
        });

        assertThat(carts()).isEqualTo(1);
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    @Tag("CB-10")
    void limitsOfSweeping_areChecked() {
        for (Duration age : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(365_001))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> autoCommit(connection -> open.uncommanded(connection, age, 1)))
                    .withMessageStartingWith("age must be positive and at most");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> autoCommit(connection -> creations.pruneOlderThan(connection, age, 1)));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(c -> open.uncommanded(c, Duration.ofDays(1), 1001)))
                .withMessage("limit must be 1 to 1000, and is 1001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(c -> open.sweep(c, Duration.ofDays(1), 0, id -> {})))
                .withMessage("batch must be 1 to 1000, and is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(c -> creations.pruneOlderThan(c, Duration.ofDays(1), 0)))
                .withMessage("batch must be 1 to 1000, and is 0");
    }

    @Test
    void limits_areChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(connection -> creations.prune(connection, -1, 1)))
                .withMessage("keep must be 0 or more, and is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(connection -> creations.prune(connection, 1, 0)))
                .withMessage("batch must be 1 to 1000, and is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> autoCommit(connection -> creations.prune(connection, 1, 1001)));
    }

    @Test
    void forgottenEntity_isCreatedAgainByALateRetry_ofItsCreation() throws SQLException {
        CartId cart = autoCommit(connection -> open(connection, command)).answer();
        autoCommit(connection -> open(connection, CommandId.next()));

        assertThat(this.<Integer>autoCommit(connection -> creations.forget(connection, cart)))
                .isEqualTo(1);
        assertThat(this.<Integer>autoCommit(connection -> creations.forget(connection, cart)))
                .isZero();

        assertThat(rows()).isEqualTo(1);
        assertThat(this.<CommandOutcome<CartId>>autoCommit(connection -> open(connection, command)))
                .isInstanceOf(CommandOutcome.Applied.class);
    }

    @Test
    void schema_isMadeOnce_byManyAtOnce() throws Exception {
        run("DROP TABLE counterfoil_creation");

        together(8, () -> {
            CreationIdentifiers.SCHEMA.create(
                    database().administration(), database().dialect());
            return 0;
        });

        assertThat(rows()).isZero();
        assertThat(CreationIdentifiers.SCHEMA.script(database().dialect())).contains("CREATE TABLE IF NOT EXISTS");
    }

    /** Eight threads send the same commands, while another prunes what is too old to matter: one entity for each, one answer. */
    @ParameterizedTest
    @EnumSource
    void manyThreads_createOneEntityForEachCommand(Mode mode) throws Exception {
        List<CommandId> commands = Stream.generate(CommandId::next).limit(20).toList();

        List<List<CartId>> answers = together(8, () -> {
            List<CartId> mine = new ArrayList<>();
            for (CommandId one : commands) {
                mine.add(untilItGoes(mode, connection -> open(connection, one)).answer());
                untilItGoes(mode, connection -> creations.prune(connection, 20, 5));
            }
            return mine;
        });

        assertThat(answers).containsOnly(answers.get(0));
        assertThat(carts()).isEqualTo(20);
        assertThat(rows()).isEqualTo(20);
    }
}
