package io.counterfoil.jdbc.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.testkit.tables.TestedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Whatever clients do with names, in transactions that last or do not: the directory is a map, with each client's names for each kind. */
@Tag("RF-2")
@Tag("RF-3")
@Tag("RF-7")
abstract class ReferencesProperties {

    private static final List<String> NAMES = List.of("a", "A", "a ", "\u00e4", "a\u0308", "b", "123");
    private static final List<String> KINDS = List.of("book", "draft");
    private static final List<BookId> BOOKS =
            Stream.generate(BookId.TYPE::next).limit(3).toList();

    private static final List<Namespace> NAMESPACES = List.of(
            Namespace.ofClient("ann"), Namespace.ofClient("Ann"), Namespace.ofClient("service"), Namespace.SERVICE);

    private final TestedDatabase database;

    ReferencesProperties(TestedDatabase database) {
        this.database = database;
    }

    /** What a name is found by. */
    record Key(Namespace namespace, String kind, ReferenceId name) {}

    /** One call. The client is its place in the list. */
    private sealed interface Step {

        int client();

        String kind();

        record Bind(int client, String kind, ReferenceId name, BookId book) implements Step {}

        record Release(int client, String kind, ReferenceId name, BookId book) implements Step {}

        record BindAll(int client, String kind, Map<ReferenceId, BookId> names) implements Step {}
    }

    record Transaction(List<Step> steps, boolean commits) {}

    @Provide
    Arbitrary<List<Transaction>> transactions() {
        Arbitrary<Integer> clients = Arbitraries.integers().between(0, 3);
        Arbitrary<String> kinds = Arbitraries.of(KINDS);
        Arbitrary<ReferenceId> names = Arbitraries.of(NAMES).map(ReferenceId::new);
        Arbitrary<BookId> books = Arbitraries.of(BOOKS);
        Arbitrary<Step> steps = Arbitraries.oneOf(
                Combinators.combine(clients, kinds, names, books).as(Step.Bind::new),
                Combinators.combine(clients, kinds, names, books).as(Step.Release::new),
                Combinators.combine(clients, kinds, Arbitraries.maps(names, books))
                        .as(Step.BindAll::new));
        return Combinators.combine(steps.list().ofMaxSize(6), Arbitraries.of(true, true, false))
                .as(Transaction::new)
                .list()
                .ofMaxSize(5);
    }

    @Property(tries = 30)
    void directory_isAMap_ofWhatWasCommitted(@ForAll("transactions") List<Transaction> transactions)
            throws SQLException {
        References.SCHEMA.create(database.administration(), database.dialect());
        Map<Key, BookId> committed = new HashMap<>();
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            empty(connection);
            for (Transaction transaction : transactions) {
                Map<Key, BookId> model = new HashMap<>(committed);
                for (Step step : transaction.steps()) {
                    run(connection, step, NAMESPACES.get(step.client()), model);
                }
                assertThat(read(connection)).isEqualTo(model);
                if (transaction.commits()) {
                    connection.commit();
                    committed = model;
                } else {
                    connection.rollback();
                }
                assertThat(read(connection)).isEqualTo(committed);
            }
        }
    }

    private static void empty(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM counterfoil_reference");
        }
        connection.commit();
    }

    private void run(Connection connection, Step step, Namespace namespace, Map<Key, BookId> model)
            throws SQLException {
        References<BookId> references = References.on(database.dialect()).of(step.kind(), BookId.TYPE);
        if (step instanceof Step.Bind bind) {
            Optional<BookId> before =
                    Optional.ofNullable(model.putIfAbsent(new Key(namespace, bind.kind(), bind.name()), bind.book()));
            Binding<BookId> expected = before.<Binding<BookId>>map(
                            by -> by.equals(bind.book()) ? new Binding.Known<>() : new Binding.Taken<>(by))
                    .orElseGet(Binding.Bound::new);
            assertThat(references.bind(connection, namespace, bind.name(), bind.book()))
                    .isEqualTo(expected);
        } else if (step instanceof Step.Release release) {
            boolean expected = model.remove(new Key(namespace, release.kind(), release.name()), release.book());
            assertThat(references.release(connection, namespace, release.name(), release.book()))
                    .isEqualTo(expected);
        } else if (step instanceof Step.BindAll all) {
            Map<ReferenceId, BookId> taken = new HashMap<>();
            all.names().forEach((name, book) -> {
                BookId before = model.putIfAbsent(new Key(namespace, all.kind(), name), book);
                if (before != null && !before.equals(book)) {
                    taken.put(name, before);
                }
            });
            assertThat(references.bindAll(connection, namespace, all.names())).isEqualTo(taken);
        }
    }

    private Map<Key, BookId> read(Connection connection) throws SQLException {
        List<ReferenceId> names = NAMES.stream().map(ReferenceId::new).toList();
        Map<Key, BookId> read = new HashMap<>();
        for (String kind : KINDS) {
            References<BookId> references = References.on(database.dialect()).of(kind, BookId.TYPE);
            for (Namespace namespace : NAMESPACES) {
                references
                        .findAll(connection, namespace, names)
                        .forEach((name, book) -> read.put(new Key(namespace, kind, name), book));
            }
        }
        return read;
    }
}
