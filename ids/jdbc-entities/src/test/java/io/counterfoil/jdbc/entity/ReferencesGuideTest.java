package io.counterfoil.jdbc.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.entities.InvalidReferenceException;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReadableId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.batch.Batch;
import io.counterfoil.jdbc.batch.BatchMember;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.batch.MemberStatus;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.reference.Binding;
import io.counterfoil.jdbc.reference.ReadableIds;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.testkit.tables.TestedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the examples of references and batches in docs/guides/entities.md do, on H2; they are compiled as printed with the documents. */
class ReferencesGuideTest {

    private static final CreationCommand<CartId> OPEN =
            CreationIdentifiers.builder(Dialects.H2).build().command("open-cart", CartId.TYPE);

    private static final References<CartId> CART_NAMES =
            References.on(Dialects.H2).of("cart", CartId.TYPE);

    private static final ReadableIds<CartId> CART_NUMBERS =
            ReadableIds.in(References.on(Dialects.H2).of("cart-number", CartId.TYPE));

    private static final Batches BATCHES = Batches.builder(Dialects.H2).build();

    private final DataSource dataSource = TestedDatabase.h2().dataSource();
    private Connection connection;

    static final class NameTakenException extends Exception {
        private static final long serialVersionUID = 1L;

        NameTakenException(CartId by) {
            super("reference_id stands for cart " + by);
        }
    }

    private CommandOutcome<CartId> open(Namespace client, CommandId commandId, ReferenceId name)
            throws SQLException, NameTakenException {
        return OPEN.once(connection, commandId, id -> {
            insertCart(connection, id);
            if (CART_NAMES.bind(connection, client, name, id) instanceof Binding.Taken<CartId> taken) {
                throw new NameTakenException(taken.by());
            }
        });
    }

    private void delete(Namespace client, CartId id, ReferenceId name) throws SQLException {
        deleteCart(connection, id);
        CART_NAMES.release(connection, client, name, id);
    }

    private Batch openMany(Namespace client, BatchId batchId, List<ReferenceId> names) throws SQLException {
        Batches.Opening opening = BATCHES.open(connection, client, batchId, "carts");
        if (opening instanceof Batches.Opening.Existing existing) {
            return existing.batch();
        }
        Map<ReferenceId, CartId> carts = new LinkedHashMap<>();
        names.forEach(name -> carts.put(name, CartId.TYPE.next()));
        Map<ReferenceId, CartId> taken = CART_NAMES.bindAll(connection, client, carts);

        List<BatchMember> members = new ArrayList<>();
        for (Map.Entry<ReferenceId, CartId> cart : carts.entrySet()) {
            Optional<ReferenceId> name = Optional.of(cart.getKey());
            CartId by = taken.get(cart.getKey());
            if (by != null) {
                members.add(BatchMember.refused(members.size(), name, "reference_id stands for cart " + by));
            } else {
                insertCart(connection, cart.getValue());
                members.add(BatchMember.created(
                        members.size(), name, cart.getValue().value()));
            }
        }
        return BATCHES.add(connection, opening.batch(), members);
    }

    private static void insertCart(Connection connection, CartId id) throws SQLException {
        update(connection, "INSERT INTO cart VALUES (?)", id);
    }

    private static void deleteCart(Connection connection, CartId id) throws SQLException {
        update(connection, "DELETE FROM cart WHERE id = ?", id);
    }

    private static void update(Connection connection, String sql, CartId id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setObject(1, Dialects.H2.toJdbc(id.value()));
            update.executeUpdate();
        }
    }

    @BeforeEach
    void begin() throws SQLException {
        CreationIdentifiers.SCHEMA.create(dataSource);
        References.SCHEMA.create(dataSource);
        Batches.SCHEMA.create(dataSource);
        connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        try (PreparedStatement cart = connection.prepareStatement("CREATE TABLE cart (id uuid NOT NULL PRIMARY KEY)")) {
            cart.executeUpdate();
        }
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    @Tag("RF-1")
    void name_isReadFromOutside() {
        assertThat(ReferenceId.of("cart of monday").value()).isEqualTo("cart of monday");
        assertThatExceptionOfType(InvalidReferenceException.class)
                .isThrownBy(() -> ReferenceId.of("x".repeat(70)))
                .satisfies(refused -> assertThat("reference_id " + refused.reason())
                        .isEqualTo("reference_id must have at most 64 characters, has 70"));
    }

    @Test
    @Tag("RF-3")
    @Tag("RF-6")
    void cart_isFoundByItsName_andOnlyByItsClient() throws Exception {
        Namespace ann = Namespace.ofClient("ann");
        ReferenceId name = ReferenceId.of("cart of monday");
        CartId cart = open(ann, CommandId.next(), name).answer();

        assertThat(CART_NAMES.find(connection, ann, name)).contains(cart);
        assertThat(CART_NAMES.find(connection, Namespace.ofClient("bob"), name)).isEmpty();
        assertThatExceptionOfType(NameTakenException.class)
                .isThrownBy(() -> open(ann, CommandId.next(), name))
                .withMessage("reference_id stands for cart " + cart);

        ReferenceId ours = CART_NAMES.name(connection, Namespace.SERVICE, cart);
        assertThat(CART_NAMES.find(connection, Namespace.SERVICE, ours)).contains(cart);
    }

    @Test
    @Tag("CB-10")
    void cart_isFoundByItsNumber_asAPersonTypesIt() throws Exception {
        CartId id = CartId.TYPE.next();
        ReadableId number = CART_NUMBERS.assign(connection, Namespace.SERVICE, id);

        String typed = number.text().toLowerCase(Locale.ROOT).replace('-', ' ');
        assertThat(CART_NUMBERS.find(connection, Namespace.SERVICE, ReadableId.parse(typed)))
                .contains(id);
        assertThat(ReadableId.parse("k7m 2qx 9rn")).hasToString("K7M-2QX-9RN");
    }

    @Test
    @Tag("RF-7")
    void deletedCart_isRecreatedUnderItsName_onlyByANewCommand() throws Exception {
        Namespace ann = Namespace.ofClient("ann");
        ReferenceId name = ReferenceId.of("cart of monday");
        CommandId first = CommandId.next();
        CartId cart = open(ann, first, name).answer();
        delete(ann, cart, name);

        assertThat(open(ann, first, name)).isEqualTo(new CommandOutcome.Repeated<>(cart));
        assertThat(CART_NAMES.find(connection, ann, name)).isEmpty();

        CartId again = open(ann, CommandId.next(), name).answer();
        assertThat(again).isNotEqualTo(cart);
        assertThat(CART_NAMES.find(connection, ann, name)).contains(again);
    }

    @Test
    @Tag("RF-4")
    @Tag("RF-5")
    void batch_isFoundByItsId_withWhatBecameOfEachMember() throws Exception {
        Namespace ann = Namespace.ofClient("ann");
        CartId monday = open(ann, CommandId.next(), ReferenceId.of("monday")).answer();
        BatchId id = BatchId.of("this week");
        List<ReferenceId> names = List.of(ReferenceId.of("monday"), ReferenceId.of("tuesday"), ReferenceId.next());

        Batch batch = openMany(ann, id, names);

        assertThat(openMany(ann, id, names)).isEqualTo(batch);
        assertThat(batch).returns(2L, Batch::created).returns(1L, Batch::refused);
        List<BatchMember> page = BATCHES.members(connection, batch, Batches.START, 100);
        assertThat(page).extracting(member -> member.reference().orElseThrow()).isEqualTo(names);
        assertThat(CART_NAMES.find(connection, ann, names.get(2)).map(CartId::value))
                .isEqualTo(page.get(2).entity());
        assertThat(BATCHES.members(connection, batch, MemberStatus.REFUSED, Batches.START, 100))
                .containsExactly(BatchMember.refused(
                        0, Optional.of(ReferenceId.of("monday")), "reference_id stands for cart " + monday));
    }
}
