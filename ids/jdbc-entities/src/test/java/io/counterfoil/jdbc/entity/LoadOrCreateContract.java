package io.counterfoil.jdbc.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import io.counterfoil.jdbc.insert.InsertDialects;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.testkit.tables.TablesContract;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cart and its lines, created under an id that the client made. */
@Tag("CB-5")
abstract class LoadOrCreateContract extends TablesContract {

    record Cart(CartId id, String owner) {}

    static final class BadCartIdException extends Exception {
        private static final long serialVersionUID = 1L;

        BadCartIdException(UuidVerdict.Rejected rejected) {
            super(rejected.message());
        }
    }

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger completed = new AtomicInteger();

    private InsertOrFind<Cart> carts() {
        return InsertOrFind.on(database().dialect())
                .into("cart")
                .columns("id", "owner")
                .key("id")
                .reading(row ->
                        new Cart(CartId.TYPE.of(database().dialect().getUuid(row, "id")), row.getString("owner")));
    }

    private LoadOrCreate<Cart> creation() {
        return LoadOrCreate.of(carts());
    }

    @BeforeEach
    void freshTables() throws SQLException {
        run(
                "DROP TABLE IF EXISTS cart",
                "DROP TABLE IF EXISTS cart_line",
                "CREATE TABLE cart (id " + database().uuidType() + " NOT NULL PRIMARY KEY, owner varchar(20) NOT NULL)",
                "CREATE TABLE cart_line (cart_id " + database().uuidType() + " NOT NULL, item varchar(20) NOT NULL)",
                database().distributed("cart", "id"),
                database().distributed("cart_line", "cart_id"));
    }

    private Inserted<Cart> create(Connection connection, CartId id, String owner) throws SQLException {
        return creation().execute(connection, id, () -> row(id, owner), cart -> addLines(connection, cart));
    }

    private Object[] row(CartId id, String owner) {
        asked.incrementAndGet();
        return new Object[] {id, owner};
    }

    private void addLines(Connection connection, Cart cart) throws SQLException {
        completed.incrementAndGet();
        for (String item : List.of("tea", "milk")) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO cart_line VALUES (?, ?)")) {
                insert.setObject(1, database().dialect().toJdbc(cart.id().value()));
                insert.setString(2, item);
                insert.executeUpdate();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void newId_creates_andARetryGetsTheEntity_withNothingDoneAgain(Mode mode) throws SQLException {
        CartId id = CartId.TYPE.next();

        Inserted<Cart> first = in(mode, connection -> create(connection, id, "ann"));
        Inserted<Cart> retry = in(mode, connection -> create(connection, id, "ann"));

        assertThat(first).isEqualTo(new Inserted.Created<>(new Cart(id, "ann")));
        assertThat(retry).isEqualTo(new Inserted.Existing<>(new Cart(id, "ann")));
        assertThat(asked).hasValue(1);
        assertThat(completed).hasValue(1);
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(2);
    }

    @Test
    void creationThatIsOneRow_needsNoRest() throws SQLException {
        CartId id = CartId.TYPE.next();

        assertThat(this.<Inserted<Cart>>autoCommit(c -> creation().execute(c, id, () -> row(id, "ann"))))
                .isInstanceOf(Inserted.Created.class);
        assertThat(this.<Inserted<Cart>>autoCommit(c -> creation().execute(c, id, () -> row(id, "ann"))))
                .isEqualTo(new Inserted.Existing<>(new Cart(id, "ann")));
    }

    /** PostgreSQL aborts the transaction then, and answers its COMMIT with a ROLLBACK. */
    @Test
    void restThatIgnoresAFailedStatement_isCommitted_orNotReported() throws SQLException {
        CartId id = CartId.TYPE.next();
        Work<Inserted<Cart>> work = connection -> creation().execute(connection, id, () -> row(id, "ann"), cart -> {
            addLines(connection, cart);
            assertThatThrownBy(() -> connection.createStatement().execute("INSERT INTO cart_line VALUES (NULL, NULL)"))
                    .isInstanceOf(SQLException.class);
        });

        if (InsertDialects.of(database().dialect()).survivesFailedStatements()) {
            assertThat(this.<Inserted<Cart>>autoCommit(work)).isInstanceOf(Inserted.Created.class);
            assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(2);
        } else {
            assertThatThrownBy(() -> autoCommit(work)).isInstanceOf(SQLException.class);
            assertThat(number("SELECT count(*) FROM cart_line")).isZero();
        }
    }

    @Test
    @Tag("CB-3")
    @Tag("CB-4")
    void idIsValidatedAtCreation_andNeverAgain() throws Exception {
        Instant now = Instant.parse("2026-11-20T12:00:00Z");
        UuidRule today =
                UuidRule.shortPrefixComb().clock(InstantSource.fixed(now)).build();
        UuidRule tomorrow = UuidRule.shortPrefixComb()
                .clock(InstantSource.fixed(now.plus(Duration.ofDays(1))))
                .build();
        ShortPrefixComb client = ShortPrefixComb.generator(
                ShortPrefixComb.DEFAULT_INTERVAL, InstantSource.fixed(now), SecureEntropy.shared());
        CartId id = CartId.TYPE.next(client);

        try (Connection connection = connection()) {
            assertThat(validated(connection, id, today)).isInstanceOf(Inserted.Created.class);
            assertThat(validated(connection, id, tomorrow)).isInstanceOf(Inserted.Existing.class);
            assertThatExceptionOfType(BadCartIdException.class)
                    .isThrownBy(() -> validated(connection, CartId.TYPE.next(client), tomorrow))
                    .withMessageContaining("1440 intervals");
            assertThatExceptionOfType(BadCartIdException.class)
                    .isThrownBy(() -> validated(connection, CartId.TYPE.next(), today))
                    .withMessageContaining("must have version 4");
        }
        assertThat(number("SELECT count(*) FROM cart")).isEqualTo(1);
    }

    private Inserted<Cart> validated(Connection connection, CartId id, UuidRule rule)
            throws SQLException, BadCartIdException {
        return creation().execute(connection, id, () -> {
            rule.check(id.value()).orElseThrow(BadCartIdException::new);
            return row(id, "ann");
        });
    }

    @Test
    void concurrentCreation_isAwaited_andItsEntityIsReturned() throws Exception {
        CartId id = CartId.TYPE.next();
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            create(first, id, "first");
            Future<Inserted<Cart>> second =
                    threads.submit(() -> inTransaction(connection -> create(connection, id, "second")));
            untilOneWaits();
            assertThat(second).isNotDone();

            first.commit();

            assertThat(second.get()).isEqualTo(new Inserted.Existing<>(new Cart(id, "first")));
        }
        assertThat(completed).hasValue(1);
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(2);
    }

    @Test
    void createdMeanwhileByAnotherThatRollsBack_isCreated() throws Exception {
        CartId id = CartId.TYPE.next();
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            create(first, id, "first");
            Future<Inserted<Cart>> second =
                    threads.submit(() -> autoCommit(connection -> create(connection, id, "second")));
            untilOneWaits();

            first.rollback();

            assertThat(second.get()).isEqualTo(new Inserted.Created<>(new Cart(id, "second")));
        }
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void restThatFails_leavesNothing_andTheTransactionGoesOn(Mode mode) throws SQLException {
        CartId id = CartId.TYPE.next();
        CartId other = CartId.TYPE.next();

        in(mode, connection -> {
            boolean autoCommit = connection.getAutoCommit();
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> creation().execute(connection, id, () -> row(id, "ann"), cart -> {
                        addLines(connection, cart);
                        throw new IOException("no more milk");
                    }));
            assertThat(connection.getAutoCommit()).isEqualTo(autoCommit);
            return create(connection, other, "bob");
        });

        assertThat(number("SELECT count(*) FROM cart")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(2);
        assertThat(this.<Inserted<Cart>>in(mode, connection -> create(connection, id, "ann")))
                .isInstanceOf(Inserted.Created.class);
    }

    @Test
    void failedCompletion_leavesNothing_andTheTransactionContinues() throws SQLException {
        CartId id = CartId.TYPE.next();

        inTransaction(connection -> {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> creation().execute(connection, id, () -> row(id, "ann"), cart -> {
                        try (PreparedStatement broken = connection.prepareStatement("INSERT INTO nowhere VALUES (1)")) {
                            broken.executeUpdate();
                        }
                    }));
            return create(connection, id, "again");
        });

        assertThat(number("SELECT count(*) FROM cart WHERE owner = 'again'")).isEqualTo(1);
    }

    @Test
    void rollBackOfTheCaller_leavesNothing() throws SQLException {
        CartId id = CartId.TYPE.next();
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            create(connection, id, "ann");
            connection.rollback();
        }

        assertThat(number("SELECT count(*) FROM cart")).isZero();
        assertThat(number("SELECT count(*) FROM cart_line")).isZero();
    }

    @Test
    void rowUnderAnotherId_isRefused_becauseEachRetryWouldMakeOne() throws SQLException {
        CartId id = CartId.TYPE.next();
        CartId other = CartId.TYPE.next();

        assertThatIllegalStateException()
                .isThrownBy(() -> autoCommit(c -> creation().execute(c, id, () -> row(other, "ann"))))
                .withMessageContaining(id.text());
        assertThat(number("SELECT count(*) FROM cart")).isZero();
        assertThat(this.<Inserted<Cart>>autoCommit(c -> creation().execute(c, id.value(), () -> row(id, "ann"))))
                .isInstanceOf(Inserted.Created.class);
    }

    private CreationIdentifiers freshCreations() throws SQLException {
        run("DROP TABLE IF EXISTS counterfoil_creation");
        CreationIdentifiers.SCHEMA.create(
                database().administration(), database().dialect());
        return CreationIdentifiers.builder(database().dialect()).build();
    }

    private LoadOrCreate.Commanded<CartId, Cart> commanded(CreationIdentifiers creations) {
        return creation().commandedBy(creations.command("open-cart", CartId.TYPE));
    }

    private Inserted<Cart> create(
            LoadOrCreate.Commanded<CartId, Cart> commanded, Connection connection, CartId id, CommandId command)
            throws SQLException {
        return commanded.execute(connection, id, command, () -> row(id, "ann"), cart -> addLines(connection, cart));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void idWithItsCommand_creates_andARetryOfThePairGetsTheEntity(Mode mode) throws SQLException {
        CreationIdentifiers creations = freshCreations();
        LoadOrCreate.Commanded<CartId, Cart> commanded = commanded(creations);
        CartId id = CartId.TYPE.next();
        CommandId command = CommandId.next();

        Inserted<Cart> first = in(mode, connection -> create(commanded, connection, id, command));
        Inserted<Cart> retry = in(mode, connection -> create(commanded, connection, id, command));

        assertThat(first).isEqualTo(new Inserted.Created<>(new Cart(id, "ann")));
        assertThat(retry).isEqualTo(new Inserted.Existing<>(new Cart(id, "ann")));
        assertThat(completed).hasValue(1);
        assertThat(this.<Optional<UUID>>autoCommit(connection -> creations.find(connection, command)))
                .contains(id.value());
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void commandWithAnotherId_isRejected_andTheTransactionContinues(Mode mode) throws SQLException {
        LoadOrCreate.Commanded<CartId, Cart> commanded = commanded(freshCreations());
        CommandId command = CommandId.next();
        CartId other = CartId.TYPE.next();
        autoCommit(connection -> create(commanded, connection, CartId.TYPE.next(), command));

        in(mode, connection -> {
            assertThatExceptionOfType(CommandMismatchException.class)
                    .isThrownBy(() -> create(commanded, connection, other, command))
                    .withMessage("command %s created an entity other than %s".formatted(command, other.value()))
                    .satisfies(mismatch -> assertThat(mismatch.reused()).isEqualTo(ReusedId.COMMAND_ID));
            return create(commanded, connection, other, CommandId.next());
        });

        assertThat(number("SELECT count(*) FROM cart")).isEqualTo(2);
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(4);
        assertThat(number("SELECT count(*) FROM counterfoil_creation")).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void idWithAnotherCommand_isRejected_untilItsCommandIsForgotten(Mode mode) throws SQLException {
        CreationIdentifiers creations = freshCreations();
        LoadOrCreate.Commanded<CartId, Cart> commanded = commanded(creations);
        CartId id = CartId.TYPE.next();
        CommandId other = CommandId.next();
        autoCommit(connection -> create(commanded, connection, id, CommandId.next()));

        in(mode, connection -> {
            assertThatExceptionOfType(CommandMismatchException.class)
                    .isThrownBy(() -> create(commanded, connection, id, other))
                    .withMessage("entity %s was created by a command other than %s".formatted(id.value(), other))
                    .satisfies(mismatch -> assertThat(mismatch.reused()).isEqualTo(ReusedId.ENTITY_ID));
            return creations.forget(connection, id);
        });

        assertThat(this.<Inserted<Cart>>in(mode, connection -> create(commanded, connection, id, other)))
                .isEqualTo(new Inserted.Existing<>(new Cart(id, "ann")));
        assertThat(number("SELECT count(*) FROM counterfoil_creation")).isZero();
    }

    @Test
    @Tag("CB-10")
    void commandBesideAnId_isCheckedWhereItCreates() throws SQLException {
        LoadOrCreate.Commanded<CartId, Cart> commanded = commanded(freshCreations());
        CartId id = CartId.TYPE.next();

        assertThatExceptionOfType(RejectedCommandIdException.class)
                .isThrownBy(() ->
                        autoCommit(connection -> create(commanded, connection, id, new CommandId(UuidV4.next()))));

        assertThat(number("SELECT count(*) FROM cart")).isZero();
    }

    @Test
    @Tag("CB-10")
    void twoCommandsForOneId_concurrently_secondWaitsAndIsRejected() throws Exception {
        LoadOrCreate.Commanded<CartId, Cart> commanded = commanded(freshCreations());
        CartId id = CartId.TYPE.next();
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            create(commanded, first, id, CommandId.next());
            Future<Inserted<Cart>> second =
                    threads.submit(() -> autoCommit(connection -> create(commanded, connection, id, CommandId.next())));
            untilOneWaits();

            first.commit();

            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(second::get)
                    .withCauseInstanceOf(CommandMismatchException.class);
        }
        assertThat(completed).hasValue(1);
        assertThat(number("SELECT count(*) FROM counterfoil_creation")).isEqualTo(1);
    }

    /** Eight threads send the same pairs. */
    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void manyThreads_createEachPairOnce(Mode mode) throws Exception {
        LoadOrCreate.Commanded<CartId, Cart> commanded = commanded(freshCreations());
        List<CartId> ids = Stream.generate(CartId.TYPE::next).limit(10).toList();
        List<CommandId> commands = Stream.generate(CommandId::next).limit(10).toList();

        together(8, () -> {
            for (int i = 0; i < ids.size(); i++) {
                CartId id = ids.get(i);
                CommandId command = commands.get(i);
                untilItGoes(mode, connection -> create(commanded, connection, id, command));
            }
            return 0;
        });

        assertThat(number("SELECT count(*) FROM cart")).isEqualTo(10);
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(20);
        assertThat(number("SELECT count(*) FROM counterfoil_creation")).isEqualTo(10);
    }

    /** Eight threads create the same carts: each is there once, with its lines once, and all have the same answer. */
    @ParameterizedTest
    @EnumSource
    void manyThreads_createEachEntityOnce(Mode mode) throws Exception {
        List<CartId> ids = Stream.generate(CartId.TYPE::next).limit(20).toList();

        List<Integer> created = together(8, () -> {
            String me = Thread.currentThread().getName();
            int mine = 0;
            for (CartId id : ids) {
                Inserted<Cart> cart = untilItGoes(mode, connection -> create(connection, id, me));
                assertThat(cart.row().id()).isEqualTo(id);
                mine += cart.match(one -> 1, existing -> 0);
            }
            return mine;
        });

        assertThat(created.stream().mapToInt(Integer::intValue).sum()).isEqualTo(20);
        assertThat(number("SELECT count(*) FROM cart")).isEqualTo(20);
        assertThat(number("SELECT count(*) FROM cart_line")).isEqualTo(40);
    }
}
