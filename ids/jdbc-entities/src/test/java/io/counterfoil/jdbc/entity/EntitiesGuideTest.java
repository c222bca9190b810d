package io.counterfoil.jdbc.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandIds;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.entities.Commands;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.insert.DifferentContentsException;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.testkit.tables.TestedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the examples of docs/guides/entities.md do, on H2; that they compile as they are printed is tested with the documents. */
class EntitiesGuideTest {

    private static final UuidRule RULE = UuidRule.shortPrefixComb().build();

    private static final InsertOrFind<Cart> CARTS = InsertOrFind.on(Dialects.H2)
            .into("cart")
            .columns("id", "owner")
            .key("id")
            .returning("id", "owner", "ordered", "commands", "version")
            .reading(Cart::of);

    private static final LoadOrCreate<Cart> CREATION = LoadOrCreate.of(CARTS);

    private static final CreationIdentifiers CREATIONS =
            CreationIdentifiers.builder(Dialects.H2).build();
    private static final CreationCommand<CartId> OPEN = CREATIONS.command("open-cart", CartId.TYPE);

    private static final LoadOrCreate.Commanded<CartId, Cart> COMMANDED_CREATION = CREATION.commandedBy(OPEN);

    private static final Commands<Cart> COMMANDS = Commands.keptIn(Cart::commands, Cart::withCommands);
    private static final EntityCommands<CartId, Cart> CART_COMMANDS = EntityCommands.of(new CartRows(), COMMANDS)
            .forgetting(CREATIONS, cart -> cart.id().value());

    private final DataSource dataSource = TestedDatabase.h2().dataSource();

    record Cart(CartId id, String owner, boolean ordered, CommandIds commands, int version) {

        static Cart of(ResultSet row) throws SQLException {
            return new Cart(
                    CartId.TYPE.of(Dialects.H2.getUuid(row, "id")),
                    row.getString("owner"),
                    row.getBoolean("ordered"),
                    CommandIdsColumn.TEXT.get(row, "commands"),
                    row.getInt("version"));
        }

        Cart order() throws AlreadyOrderedException {
            if (ordered) {
                throw new AlreadyOrderedException();
            }
            return new Cart(id, owner, true, commands, version);
        }

        Cart withCommands(CommandIds all) {
            return new Cart(id, owner, ordered, all, version);
        }
    }

    static final class AlreadyOrderedException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static final class BadCartIdException extends Exception {
        private static final long serialVersionUID = 1L;

        BadCartIdException(UuidVerdict.Rejected rejected) {
            super(rejected.message());
        }
    }

    static final class CartRows implements EntityCommands.Rows<CartId, Cart> {

        @Override
        public Optional<Cart> load(Connection connection, CartId id) throws SQLException {
            return CARTS.find(connection, id);
        }

        @Override
        public Optional<Cart> save(Connection connection, Cart changed) throws SQLException {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE cart SET ordered = ?, commands = ?, version = version + 1 WHERE id = ? AND version = ?")) {
                update.setBoolean(1, changed.ordered());
                CommandIdsColumn.TEXT.set(update, 2, changed.commands());
                update.setObject(3, Dialects.H2.toJdbc(changed.id().value()));
                update.setInt(4, changed.version());
                return update.executeUpdate() == 1 ? load(connection, changed.id()) : Optional.empty();
            }
        }
    }

    private void insertLines(Connection connection, CartId id, List<String> items) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO cart_line VALUES (?, ?)")) {
            for (String item : items) {
                insert.setObject(1, Dialects.H2.toJdbc(id.value()));
                insert.setString(2, item);
                insert.executeUpdate();
            }
        }
    }

    private Inserted<Cart> create(Connection connection, CartId id, String owner, List<String> items)
            throws SQLException, BadCartIdException {
        return CREATION.execute(
                connection,
                id,
                () -> {
                    RULE.check(id.value()).orElseThrow(BadCartIdException::new);
                    return new Object[] {id, owner};
                },
                created -> insertLines(connection, created.id(), items));
    }

    private CommandOutcome<CartId> open(Connection connection, CommandId command, String owner, List<String> items)
            throws SQLException {
        return OPEN.once(connection, command, id -> {
            CARTS.execute(connection, id, owner);
            insertLines(connection, id, items);
        });
    }

    private String order(CartId id, CommandId command) throws SQLException {
        while (true) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                EntityCommands.Result<Cart> result = CART_COMMANDS.execute(connection, id, command, Cart::order);
                connection.commit();
                if (!(result instanceof EntityCommands.Result.Conflict<Cart>)) {
                    return result.<String, RuntimeException>match(
                            applied -> "200 " + applied.entity().ordered(),
                            repeated -> "200 " + repeated.entity().ordered(),
                            absent -> "404",
                            conflict -> "409");
                }
            } catch (AlreadyOrderedException refused) {
                return "422 it is ordered already";
            } catch (SQLException failure) {
                if (!Dialects.H2.canRunAgain(failure)) {
                    throw failure;
                }
            }
        }
    }

    @BeforeEach
    void tables() throws SQLException {
        CreationIdentifiers.SCHEMA.create(dataSource);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement cart = connection.prepareStatement("CREATE TABLE cart (id uuid NOT NULL PRIMARY KEY,"
                        + " owner varchar(20) NOT NULL, ordered boolean DEFAULT false NOT NULL,"
                        + " commands varchar(781) DEFAULT '[]' NOT NULL, version int DEFAULT 1 NOT NULL)");
                PreparedStatement lines = connection.prepareStatement(
                        "CREATE TABLE cart_line (cart_id uuid NOT NULL, item varchar(20) NOT NULL)")) {
            cart.executeUpdate();
            lines.executeUpdate();
        }
    }

    @Test
    @Tag("CB-5")
    void idOfTheClient_underOtherContents_isRejected() throws Exception {
        CartId id = CartId.TYPE.next(ShortPrefixComb.shared());
        try (Connection connection = dataSource.getConnection()) {
            assertThat(create(connection, id, "ann", List.of("tea"))).isInstanceOf(Inserted.Created.class);
            Inserted<Cart> cart = create(connection, id, "bob", List.of("tea"));

            assertThat(cart).isInstanceOf(Inserted.Existing.class);
            assertThatExceptionOfType(DifferentContentsException.class)
                    .isThrownBy(
                            () -> cart.requireSame(existing -> existing.owner().equals("bob")));
        }
    }

    @Test
    @Tag("CB-10")
    void idOfTheClient_withTheCommandsAlong() throws Exception {
        CartId id = CartId.TYPE.next(ShortPrefixComb.shared());
        CommandId command = CommandId.next();
        LoadOrCreate.Row<RuntimeException> row = () -> new Object[] {id, "ann"};
        try (Connection connection = dataSource.getConnection()) {
            LoadOrCreate.Rest<Cart, RuntimeException> rest =
                    created -> insertLines(connection, created.id(), List.of("tea"));
            assertThat(COMMANDED_CREATION.execute(connection, id, command, row, rest))
                    .isInstanceOf(Inserted.Created.class);
            assertThat(COMMANDED_CREATION.execute(connection, id, command, row, rest))
                    .isInstanceOf(Inserted.Existing.class);
            assertThatExceptionOfType(CommandMismatchException.class)
                    .isThrownBy(() -> COMMANDED_CREATION.execute(connection, id, CommandId.next(), row, rest));
        }
    }

    @Test
    @Tag("CB-6")
    @Tag("CB-8")
    void idOfTheServer_andCommandsAfterwards() throws Exception {
        CommandId opening = CommandId.next();
        CommandId ordering = CommandId.next();
        try (Connection connection = dataSource.getConnection()) {
            CartId id = open(connection, opening, "ann", List.of("tea")).answer();
            assertThat(open(connection, opening, "ann", List.of("tea"))).isEqualTo(new CommandOutcome.Repeated<>(id));

            assertThat(order(id, ordering)).isEqualTo("200 true");
            assertThat(order(id, ordering)).isEqualTo("200 true");
            assertThat(order(id, CommandId.next())).isEqualTo("422 it is ordered already");
            assertThat(order(CartId.TYPE.next(), ordering)).isEqualTo("404");
            assertThat(CREATIONS.find(connection, opening)).isEmpty();
        }
    }

    @Test
    @Tag("CB-8")
    void prune_inBatches_deletesOldCommands() throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            CartId id =
                    open(connection, CommandId.next(), "ann", List.of("tea")).answer();
            open(connection, CommandId.next(), "ann", List.of("tea"));

            CREATIONS.forget(connection, id);
            int pruned;
            do {
                pruned = OPEN.prune(connection, 10_000, 500);
            } while (pruned == 500);
            do {
                pruned = CREATIONS.prune(connection, 100_000, 500);
            } while (pruned == 500);

            do {
                pruned = CREATIONS.pruneOlderThan(connection, Duration.ofDays(7), 500);
            } while (pruned == 500);

            assertThat(CREATIONS.prune(connection, 0, 500)).isEqualTo(1);
        }
    }

    private static void deleteCart(Connection connection, CartId id) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM cart WHERE id = ?")) {
            delete.setObject(1, Dialects.H2.toJdbc(id.value()));
            delete.executeUpdate();
        }
    }

    @Test
    @Tag("CB-10")
    void sweep_deletesOldEntitiesWithoutACommand() throws Exception {
        InstantSource fourDaysAgo = InstantSource.offset(InstantSource.system(), Duration.ofDays(-4));
        CreationCommand<CartId> past = CreationIdentifiers.builder(Dialects.H2)
                .clock(fourDaysAgo)
                .build()
                .command("open-cart", CartId.TYPE);
        try (Connection connection = dataSource.getConnection()) {
            past.once(connection, CommandId.next(), id -> CARTS.execute(connection, id, "ann"));
            CartId kept =
                    open(connection, CommandId.next(), "ann", List.of("tea")).answer();

            List<CreationCommand.Uncommanded<CartId>> page = OPEN.uncommanded(connection, Duration.ofDays(3), 100);
            assertThat(page).hasSize(1);
            assertThat(OPEN.uncommanded(connection, Duration.ofDays(3), page.get(page.size() - 1), 100))
                    .isEmpty();
            while (OPEN.sweep(connection, Duration.ofDays(3), 100, id -> deleteCart(connection, id)) > 0) {}

            assertThat(CARTS.find(connection, page.get(0).id())).isEmpty();
            assertThat(CARTS.find(connection, kept)).isPresent();
        }
    }
}
