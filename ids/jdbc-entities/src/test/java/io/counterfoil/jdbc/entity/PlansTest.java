package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.jdbc.batch.Batch;
import io.counterfoil.jdbc.batch.BatchMember;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.batch.MemberStatus;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.testkit.database.PlanCheck;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.time.SettableClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What entities, names and batches read beside thousands of others, whether or not the database has statistics of its tables. */
@Timeout(240)
class PlansTest {

    private static final Namespace ANN = Namespace.ofClient("ann");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration YEAR = Duration.ofDays(365);

    private final SettableClock clock = SettableClock.at(NOON);
    private final AtomicLong fresh = new AtomicLong();

    static Stream<Named<TestedDatabase>> databases() {
        return Stream.of(TestedDatabase.postgreSql(), TestedDatabase.mariaDb(), TestedDatabase.h2())
                .map(database -> Named.of(database.dialect().vendor(), database));
    }

    /** Uses a connection within a transaction. */
    private interface Work {
        void with(Connection connection) throws SQLException;
    }

    private static PlanCheck.Call transaction(PlanCheck check, Work work) {
        return () -> {
            try (Connection connection = check.dataSource().getConnection()) {
                connection.setAutoCommit(false);
                work.with(connection);
                connection.commit();
            }
        };
    }

    private static void run(TestedDatabase database, String sql) throws SQLException {
        try (Connection connection = database.administration().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Tag("RF-2")
    void names_areFoundByAnIndex(TestedDatabase database) throws Exception {
        SqlDialect dialect = database.dialect();
        References.SCHEMA.create(database.administration(), dialect);
        References<CartId> carts = References.on(dialect).of("cart", CartId.TYPE);
        CartId cart = CartId.TYPE.next();
        ReferenceId name = new ReferenceId("taken");
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            check.call(
                    "bind",
                    transaction(check, connection -> carts.bind(connection, ANN, freshName(), CartId.TYPE.next())));
            check.call(
                    "bind of a taken name", transaction(check, connection -> carts.bind(connection, ANN, name, cart)));
            check.call("find", transaction(check, connection -> carts.find(connection, ANN, name)));
            check.call(
                    "names of many",
                    transaction(
                            check,
                            connection -> carts.bindAll(connection, ANN, Map.of(freshName(), cart, name, cart))));
            check.call(
                    "find all",
                    transaction(
                            check,
                            connection -> carts.findAll(
                                    connection,
                                    ANN,
                                    Stream.of(name, new ReferenceId("filled 8")).toList())));
            check.call("release", transaction(check, connection -> {
                ReferenceId freed = freshName();
                carts.bind(connection, ANN, freed, cart);
                carts.release(connection, ANN, freed, cart);
            }));

            check.verify(() -> check.insert(
                    "INSERT INTO counterfoil_reference (namespace, kind, reference, entity_id) VALUES (?, 'cart', ?, ?)",
                    i -> new Object[] {
                        dialect.toJdbc(ANN.stored()), dialect.toJdbc("filled " + i), dialect.toJdbc(UuidV7.next())
                    }));
        }
    }

    private ReferenceId freshName() {
        return new ReferenceId("fresh " + fresh.incrementAndGet());
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Tag("RF-4")
    void batchesAndMembers_areFoundByAnIndex(TestedDatabase database) throws Exception {
        SqlDialect dialect = database.dialect();
        Batches.SCHEMA.create(database.administration(), dialect);
        Batches batches = Batches.builder(dialect).clock(clock).build();
        BatchId id = new BatchId("batch");
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            Batch[] batch = new Batch[1];
            transaction(
                            check,
                            connection -> batch[0] =
                                    batches.open(connection, ANN, id, "carts").batch())
                    .run();
            check.call("open", transaction(check, connection -> batches.open(connection, ANN, freshBatch(), "carts")));
            check.call("open again", transaction(check, connection -> batches.open(connection, ANN, id, "carts")));
            check.call("find", transaction(check, connection -> batches.find(connection, ANN, id)));
            check.page("list", transaction(check, connection -> batches.list(connection, ANN, Optional.empty(), 10)));
            check.page(
                    "next page", transaction(check, connection -> batches.list(connection, ANN, Optional.of(id), 10)));
            check.call(
                    "add",
                    transaction(
                            check,
                            connection -> batches.add(
                                    connection,
                                    batch[0],
                                    Stream.of(BatchMember.refused(
                                                    1_000_000 + fresh.incrementAndGet(),
                                                    Optional.of(freshName()),
                                                    "no cart"))
                                            .toList())));
            check.page("members", transaction(check, connection -> batches.members(connection, batch[0], 1_000, 10)));
            check.page(
                    "refused members",
                    transaction(
                            check,
                            connection ->
                                    batches.members(connection, batch[0], MemberStatus.REFUSED, Batches.START, 10)));

            check.verify(() -> {
                long pk = pk(database, id);
                check.insert(
                        "INSERT INTO counterfoil_batch (namespace, batch_id, kind, opened_at) VALUES (?, ?, 'carts', ?)",
                        i -> new Object[] {dialect.toJdbc(ANN.stored()), dialect.toJdbc("filled " + i), (long) i});
                check.insert(
                        "INSERT INTO counterfoil_batch_member (batch_pk, position, status, entity_id) VALUES (?, ?, 0, ?)",
                        i -> new Object[] {pk, (long) i, dialect.toJdbc(UuidV7.next())});
            });
        }
    }

    private static long pk(TestedDatabase database, BatchId id) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT pk FROM counterfoil_batch WHERE batch_id = '" + id.value() + "'")) {
            row.next();
            return row.getLong(1);
        }
    }

    private BatchId freshBatch() {
        return new BatchId("fresh " + fresh.incrementAndGet());
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Tag("CB-8")
    void creations_areFoundByAnIndex(TestedDatabase database) throws Exception {
        SqlDialect dialect = database.dialect();
        CreationIdentifiers.SCHEMA.create(database.administration(), dialect);
        CreationIdentifiers creations =
                CreationIdentifiers.builder(dialect).clock(clock).build();
        CreationCommand<CartId> open = creations.command("open-cart", CartId.TYPE);
        CommandId known = CommandId.next();
        UUID entity = UuidV7.next();
        long age = NOON.toEpochMilli() * 1000;
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            check.call("create", transaction(check, connection -> open.once(connection, CommandId.next(), id -> {})));
            check.call("repeat", transaction(check, connection -> open.once(connection, known, id -> {})));
            check.call("find", transaction(check, connection -> creations.find(connection, known)));
            check.call("forget", transaction(check, connection -> creations.forget(connection, entity)));
            check.page("prune above a number", transaction(check, connection -> creations.prune(connection, 50, 10)));
            check.page("prune one command's", transaction(check, connection -> open.prune(connection, 50, 10)));
            check.page(
                    "prune above an age",
                    transaction(check, connection -> creations.pruneOlderThan(connection, YEAR, 10)));
            check.page(
                    "creations without a command",
                    transaction(check, connection -> open.uncommanded(connection, Duration.ofMinutes(1), 10)));

            check.verify(() -> check.insert(
                    "INSERT INTO counterfoil_creation (command_id, entity_id, command_name, created_at) VALUES (?, ?, ?, ?)",
                    i -> new Object[] {
                        dialect.toJdbc(CommandId.next().value()),
                        dialect.toJdbc(UuidV7.next()),
                        i % 2 == 0 ? "open-cart" : "open-account",
                        age - i
                    }));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    @Tag("CB-1")
    void rowsOfTheApplication_areFoundByTheirKey(TestedDatabase database) throws Exception {
        SqlDialect dialect = database.dialect();
        run(
                database,
                "CREATE TABLE cart (id " + database.uuidType() + " NOT NULL PRIMARY KEY, owner varchar(20) NOT NULL)");
        InsertOrFind<String> carts = InsertOrFind.on(dialect)
                .into("cart")
                .columns("id", "owner")
                .key("id")
                .reading(row -> row.getString("owner"));
        LoadOrCreate<String> creations = LoadOrCreate.of(carts);
        UUID known = UuidV7.next();
        try (PlanCheck check = PlanCheck.on(database.dataSource())) {
            check.call("insert", transaction(check, connection -> carts.execute(connection, UuidV7.next(), "ann")));
            check.call("insert again", transaction(check, connection -> carts.execute(connection, known, "ann")));
            check.call("find", transaction(check, connection -> carts.find(connection, known)));
            check.call("load or create", transaction(check, connection -> {
                UUID id = UuidV7.next();
                creations.execute(connection, id, () -> new Object[] {id, "ann"});
                creations.execute(connection, known, () -> new Object[] {known, "ann"});
            }));

            check.verify(() -> check.insert("INSERT INTO cart (id, owner) VALUES (?, 'ann')", i ->
                    new Object[] {dialect.toJdbc(UuidV7.next())}));
        }
    }
}
