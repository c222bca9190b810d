package io.counterfoil.jdbc.reference;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReadableId;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.reference.Binding.Bound;
import io.counterfoil.jdbc.reference.Binding.Known;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.tables.Wiretap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Books that clients, and the service, have names for. */
@Tag("RF-2")
abstract class ReferencesContract extends TablesContract {

    static final Namespace ANN = Namespace.ofClient("ann");
    static final Namespace BOB = Namespace.ofClient("bob");
    static final ReferenceId NAME = new ReferenceId("my book");

    final References<BookId> books = References.on(database().dialect()).of("book", BookId.TYPE);
    private final BookId book = BookId.TYPE.next();
    private final BookId other = BookId.TYPE.next();

    @BeforeEach
    void freshTable() throws SQLException {
        run("DROP TABLE IF EXISTS counterfoil_reference");
        References.SCHEMA.create(database().administration(), database().dialect());
    }

    Binding<BookId> bind(Namespace namespace, ReferenceId name, BookId entity) throws SQLException {
        return autoCommit(connection -> books.bind(connection, namespace, name, entity));
    }

    Optional<BookId> find(Namespace namespace, ReferenceId name) throws SQLException {
        return autoCommit(connection -> books.find(connection, namespace, name));
    }

    @ParameterizedTest
    @EnumSource
    @Tag("RF-3")
    void freeName_isBound_andFinds_andIsKnownTheNextTime(Mode mode) throws SQLException {
        assertThat(find(ANN, NAME)).isEmpty();

        assertThat(this.<Binding<BookId>>in(mode, connection -> books.bind(connection, ANN, NAME, book)))
                .isEqualTo(new Bound<>());

        assertThat(find(ANN, NAME)).contains(book);
        assertThat(this.<Binding<BookId>>in(mode, connection -> books.bind(connection, ANN, NAME, book)))
                .isEqualTo(new Known<>());
        assertThat(find(ANN, NAME)).contains(book);
    }

    @ParameterizedTest
    @EnumSource
    void takenName_tellsByWhom_andTheTransactionGoesOn(Mode mode) throws SQLException {
        bind(ANN, NAME, book);
        ReferenceId free = new ReferenceId("another book");

        in(mode, connection -> {
            assertThat(books.bind(connection, ANN, NAME, other)).isEqualTo(new Binding.Taken<>(book));
            return books.bind(connection, ANN, free, other);
        });

        assertThat(find(ANN, NAME)).contains(book);
        assertThat(find(ANN, free)).contains(other);
    }

    @Test
    void match_goesOnWithTheCaseThatHolds() {
        List<Binding<BookId>> bindings = List.of(new Bound<>(), new Known<>(), new Binding.Taken<>(book));

        assertThat(bindings.stream()
                        .map(binding -> binding.<String, RuntimeException>match(
                                bound -> "bound", known -> "known", taken -> "taken by " + taken.by())))
                .containsExactly("bound", "known", "taken by " + book);
    }

    @Test
    void bookOfSeveralNames_isFoundByEach() throws SQLException {
        ReferenceId second = new ReferenceId("the same book");

        assertThat(bind(ANN, NAME, book)).isEqualTo(new Bound<>());
        assertThat(bind(ANN, second, book)).isEqualTo(new Bound<>());
        assertThat(bind(BOB, NAME, book)).isEqualTo(new Bound<>());

        assertThat(find(ANN, second)).contains(book);
        assertThat(find(BOB, NAME)).contains(book);
    }

    @Test
    @Tag("RF-6")
    void sameName_inAnotherNamespaceOrKind_isAnotherName() throws SQLException {
        References<BookId> drafts = References.on(database().dialect()).of("draft", BookId.TYPE);
        List<Namespace> namespaces = List.of(
                ANN,
                BOB,
                Namespace.SERVICE,
                Namespace.ofClient("service"),
                Namespace.ANONYMOUS,
                Namespace.ofClient("Ann"));
        List<BookId> entities = Collections.nCopies(namespaces.size(), 0).stream()
                .map(zero -> BookId.TYPE.next())
                .toList();
        for (int i = 0; i < namespaces.size(); i++) {
            assertThat(bind(namespaces.get(i), NAME, entities.get(i))).isEqualTo(new Bound<>());
        }
        assertThat(this.<Binding<BookId>>autoCommit(connection -> drafts.bind(connection, ANN, NAME, other)))
                .isEqualTo(new Bound<>());

        for (int i = 0; i < namespaces.size(); i++) {
            assertThat(find(namespaces.get(i), NAME)).contains(entities.get(i));
        }
        assertThat(this.<Optional<BookId>>autoCommit(connection -> drafts.find(connection, ANN, NAME)))
                .contains(other);
    }

    /** Whatever the database's collation makes of case, accents, spaces at the end, or composed and decomposed letters. */
    @Test
    @Tag("RF-1")
    void names_areComparedByteByByte_upToTheLongest() throws SQLException {
        List<ReferenceId> names = List.of(
                        "a",
                        "A",
                        "a ",
                        " a",
                        "\u00e4",
                        "a\u0308",
                        "ss",
                        "\u00df",
                        "123",
                        "0123",
                        "%",
                        "_",
                        "\\",
                        "'",
                        "{}",
                        "\ud83e\uddfe",
                        "\u65e5".repeat(255),
                        "\u65e5".repeat(254),
                        "x".repeat(255))
                .stream()
                .map(ReferenceId::new)
                .toList();
        Namespace longest = Namespace.ofClient("\u65e5".repeat(85));
        Map<ReferenceId, BookId> bound = new LinkedHashMap<>();
        for (ReferenceId name : names) {
            bound.put(name, BookId.TYPE.next());
        }
        List<ReferenceId> first = names.subList(0, 10);
        for (ReferenceId name : first) {
            assertThat(bind(longest, name, requireNonNull(bound.get(name)))).isEqualTo(new Bound<>());
        }

        assertThat(this.<Map<ReferenceId, BookId>>inTransaction(
                        connection -> books.bindAll(connection, longest, bound)))
                .isEmpty();

        for (ReferenceId name : names) {
            assertThat(find(longest, name)).contains(bound.get(name));
        }
        assertThat(this.<Map<ReferenceId, BookId>>autoCommit(connection -> books.findAll(connection, longest, names)))
                .isEqualTo(bound);
    }

    @Test
    void rollBack_leavesTheNameFree() throws SQLException {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            books.bind(connection, ANN, NAME, book);
            connection.rollback();
        }

        assertThat(find(ANN, NAME)).isEmpty();
        assertThat(bind(ANN, NAME, other)).isEqualTo(new Bound<>());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nameThatIsBeingBound_isWaitedFor_andTakenIfThatCommits(boolean many) throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            books.bind(first, ANN, NAME, book);
            Future<Map<ReferenceId, BookId>> second = threads.submit(() -> bindOther(many));
            untilOneWaits();
            assertThat(second).isNotDone();

            first.commit();

            assertThat(second.get()).isEqualTo(Map.of(NAME, book));
        }
        assertThat(find(ANN, NAME)).contains(book);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nameThatIsBeingBound_isFreeIfThatRollsBack(boolean many) throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            books.bind(first, ANN, NAME, book);
            Future<Map<ReferenceId, BookId>> second = threads.submit(() -> bindOther(many));
            untilOneWaits();

            first.rollback();

            assertThat(second.get()).isEmpty();
        }
        assertThat(find(ANN, NAME)).contains(other);
    }

    private Map<ReferenceId, BookId> bindOther(boolean many) throws SQLException {
        return inTransaction(connection -> many
                ? books.bindAll(connection, ANN, Map.of(NAME, other))
                : books.bind(connection, ANN, NAME, other)
                        .<Map<ReferenceId, BookId>, SQLException>match(
                                bound -> Map.of(), known -> Map.of(), taken -> Map.of(NAME, taken.by())));
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void name_boundAfterTheSnapshot_isTakenAtLatestOnRetry(Mode mode) throws SQLException {
        assertThat(this.<Binding<BookId>>untilItGoes(mode, connection -> {
                    books.find(connection, ANN, NAME);
                    bind(ANN, NAME, book);
                    return books.bind(connection, ANN, NAME, other);
                }))
                .isEqualTo(new Binding.Taken<>(book));
    }

    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void oneOfManyNames_boundAfterTheSnapshot_isTakenAtLatestOnRetry(Mode mode) throws SQLException {
        Map<ReferenceId, BookId> wanted = Map.of(NAME, other, new ReferenceId("free"), other);

        assertThat(this.<Map<ReferenceId, BookId>>untilItGoes(mode, connection -> {
                    books.find(connection, ANN, NAME);
                    bind(ANN, NAME, book);
                    return books.bindAll(connection, ANN, wanted);
                }))
                .isEqualTo(Map.of(NAME, book));
        assertThat(find(ANN, new ReferenceId("free"))).contains(other);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("RF-7")
    void releasedName_isFree_atOnce(Mode mode) throws SQLException {
        bind(ANN, NAME, book);

        in(mode, connection -> {
            assertThat(books.release(connection, ANN, NAME, book)).isTrue();
            assertThat(books.find(connection, ANN, NAME)).isEmpty();
            assertThat(books.release(connection, ANN, NAME, book)).isFalse();
            return assertThat(books.bind(connection, ANN, NAME, other)).isEqualTo(new Bound<>());
        });

        assertThat(find(ANN, NAME)).contains(other);
    }

    @Test
    @Tag("RF-7")
    void nameOfAnother_isNotReleased() throws SQLException {
        References<BookId> drafts = References.on(database().dialect()).of("draft", BookId.TYPE);
        bind(ANN, NAME, book);

        autoCommit(connection -> {
            assertThat(books.release(connection, ANN, NAME, other)).isFalse();
            assertThat(books.release(connection, BOB, NAME, book)).isFalse();
            assertThat(books.release(connection, ANN, new ReferenceId("My book"), book))
                    .isFalse();
            return assertThat(drafts.release(connection, ANN, NAME, book)).isFalse();
        });

        assertThat(find(ANN, NAME)).contains(book);
    }

    @Test
    @Tag("RF-6")
    void nameOfTheServicesMaking_isFound_andEachIsNew() throws SQLException {
        ReferenceId first = inTransaction(connection -> books.name(connection, Namespace.SERVICE, book));
        ReferenceId second = inTransaction(connection -> books.name(connection, Namespace.SERVICE, book));

        assertThat(first).isNotEqualTo(second);
        assertThat(find(Namespace.SERVICE, first)).contains(book);
        assertThat(find(Namespace.SERVICE, second)).contains(book);
    }

    @ParameterizedTest
    @EnumSource(names = "AUTO_COMMIT", mode = EnumSource.Mode.EXCLUDE)
    @Tag("RF-5")
    void manyNames_withSomeTaken_bindsTheRestInTheTransaction(Mode mode) throws SQLException {
        ReferenceId taken = new ReferenceId("b");
        ReferenceId known = new ReferenceId("d");
        bind(ANN, taken, other);
        bind(ANN, known, book);
        Map<ReferenceId, BookId> wanted = new LinkedHashMap<>();
        for (String name : List.of("e", "d", "c", "b", "a")) {
            wanted.put(new ReferenceId(name), book);
        }

        in(mode, connection -> {
            assertThat(books.bindAll(connection, ANN, wanted)).isEqualTo(Map.of(taken, other));
            return books.bind(connection, ANN, NAME, book);
        });

        for (String name : List.of("a", "c", "d", "e")) {
            assertThat(find(ANN, new ReferenceId(name))).contains(book);
        }
        assertThat(find(ANN, taken)).contains(other);
        assertThat(find(ANN, NAME)).contains(book);
        assertThat(find(BOB, new ReferenceId("a"))).isEmpty();
    }

    @Test
    @Tag("RF-5")
    void tenThousandNames_areBoundAndFound_inFewStatements() throws SQLException {
        Map<ReferenceId, BookId> names = names(10_050);
        ReferenceId taken = new ReferenceId("name 7");
        bind(ANN, taken, other);
        List<String> statements = new ArrayList<>();
        List<ReferenceId> asked = new ArrayList<>(names.keySet());
        Collections.reverse(asked);
        asked.add(0, NAME);
        asked.add(asked.get(1));

        inTransaction(connection -> {
            Connection tapped = Wiretap.on(connection, statements::add);
            assertThat(books.bindAll(tapped, ANN, names)).isEqualTo(Map.of(taken, other));
            assertThat(statements).hasSizeLessThan(names.size() / 4);
            statements.clear();
            Map<ReferenceId, BookId> found = books.findAll(tapped, ANN, asked);
            assertThat(statements).hasSizeLessThan(names.size() / 400);
            assertThat(found.keySet()).containsExactlyElementsOf(asked.subList(1, asked.size() - 1));
            assertThat(found.get(taken)).isEqualTo(other);
            names.remove(taken);
            return assertThat(found).containsAllEntriesOf(names);
        });
    }

    static Map<ReferenceId, BookId> names(int count) {
        Map<ReferenceId, BookId> names = new LinkedHashMap<>();
        IntStream.range(0, count).forEach(i -> names.put(new ReferenceId("name " + i), BookId.TYPE.next()));
        return names;
    }

    @Test
    void noNames_areNothing() throws SQLException {
        inTransaction(connection -> {
            assertThat(books.bindAll(connection, ANN, Map.of())).isEmpty();
            return assertThat(books.findAll(connection, ANN, List.of())).isEqualTo(Map.of());
        });
    }

    @Test
    void manyNames_needATransaction() throws SQLException {
        autoCommit(connection -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> books.bindAll(connection, ANN, Map.of(NAME, book)))
                    .withMessageContaining("needs a transaction");
            return assertThat(books.find(connection, ANN, NAME)).isNotPresent();
        });
    }

    @Test
    void manyNames_rolledBack_areAllFree() throws SQLException {
        Map<ReferenceId, BookId> names = names(1_200);
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            books.bindAll(connection, ANN, names);
            connection.rollback();
        }

        assertThat(this.<Map<ReferenceId, BookId>>autoCommit(
                        connection -> books.findAll(connection, ANN, names.keySet())))
                .isEmpty();
    }

    /** Six threads want the same names in different order, some all at once and some one by one: each name stands for one book. */
    @ParameterizedTest
    @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
    void manyThreads_thatWantTheSameNames_agreeWhoHasWhich(Mode mode) throws Exception {
        List<ReferenceId> names = List.copyOf(names(40).keySet());

        List<Map<ReferenceId, BookId>> answers = together(6, () -> {
            Map<ReferenceId, BookId> wanted = new LinkedHashMap<>();
            List<ReferenceId> shuffled = new ArrayList<>(names);
            Collections.shuffle(shuffled);
            shuffled.forEach(name -> wanted.put(name, BookId.TYPE.next()));
            Map<ReferenceId, BookId> owners = new LinkedHashMap<>(wanted);
            Map<ReferenceId, BookId> all = new LinkedHashMap<>();
            shuffled.subList(0, 20).forEach(name -> all.put(name, wanted.get(name)));
            owners.putAll(this.<Map<ReferenceId, BookId>>untilItGoes(
                    mode, connection -> books.bindAll(connection, ANN, all)));
            for (ReferenceId name : shuffled.subList(20, 40)) {
                Binding<BookId> binding = untilItGoes(
                        mode, connection -> books.bind(connection, ANN, name, requireNonNull(wanted.get(name))));
                if (binding instanceof Binding.Taken<BookId> taken) {
                    owners.put(name, taken.by());
                }
            }
            return owners;
        });

        Map<ReferenceId, BookId> owners = autoCommit(connection -> books.findAll(connection, ANN, names));
        assertThat(owners).hasSize(40);
        assertThat(answers).hasSize(6).allSatisfy(answer -> assertThat(answer).isEqualTo(owners));
    }

    @Test
    void kinds_areShortPlainAscii() {
        References.Kinds kinds = References.on(database().dialect());

        assertThat(kinds.of("x".repeat(100), BookId.TYPE)).hasToString("References[%s]".formatted("x".repeat(100)));
        for (String kind : List.of("", "x".repeat(101), "my book", "b\u00fccher", "book\n")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kinds.of(kind, BookId.TYPE))
                    .withMessageContaining("1 to 100 characters");
        }
    }

    @Test
    void schema_isMadeOnce_byManyAtOnce() throws Exception {
        run("DROP TABLE counterfoil_reference");

        together(8, () -> {
            References.SCHEMA.create(database().administration(), database().dialect());
            return 0;
        });

        assertThat(number("SELECT count(*) FROM counterfoil_reference")).isZero();
        assertThat(References.SCHEMA.script(database().dialect())).contains("CREATE TABLE IF NOT EXISTS");
    }

    private static Supplier<ReadableId> drawing(String... ids) {
        Iterator<String> next = List.of(ids).iterator();
        return () -> ReadableId.parse(next.next());
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void readableId_findsItsEntityInItsNamespace_untilReleased(Mode mode) throws SQLException {
        ReadableIds<BookId> numbers = ReadableIds.in(books);

        ReadableId number = in(mode, connection -> numbers.assign(connection, ANN, book));

        ReadableId typed =
                ReadableId.parse(number.text().toLowerCase(Locale.ROOT).replace("-", ""));
        assertThat(this.<Optional<BookId>>in(mode, connection -> numbers.find(connection, ANN, typed)))
                .contains(book);
        assertThat(this.<Optional<BookId>>in(mode, connection -> numbers.find(connection, BOB, typed)))
                .isEmpty();
        assertThat(this.<Boolean>in(mode, connection -> numbers.release(connection, ANN, typed, other)))
                .isFalse();
        assertThat(this.<Boolean>in(mode, connection -> numbers.release(connection, ANN, typed, book)))
                .isTrue();
        assertThat(this.<Optional<BookId>>in(mode, connection -> numbers.find(connection, ANN, typed)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-10")
    void readableIdThatIsTaken_isDrawnAgain_andTheTransactionGoesOn(Mode mode) throws SQLException {
        ReadableIds<BookId> numbers =
                ReadableIds.in(books, drawing("234-567-89E", "234-567-89E", "222-222-222", "234-567-89E"));

        ReadableId first = in(mode, connection -> numbers.assign(connection, ANN, book));
        ReadableId second = in(mode, connection -> numbers.assign(connection, ANN, other));
        ReadableId elsewhere = in(mode, connection -> numbers.assign(connection, BOB, other));

        assertThat(first).hasToString("234-567-89E").isEqualTo(elsewhere);
        assertThat(second).hasToString("222-222-222");
        assertThat(this.<Optional<BookId>>autoCommit(connection -> numbers.find(connection, ANN, first)))
                .contains(book);
    }

    @Test
    @Tag("CB-10")
    void readableIdsThatAreAllTaken_endTheDrawing() throws SQLException {
        ReadableIds<BookId> numbers = ReadableIds.in(books, () -> ReadableId.parse("234-567-89E"));
        autoCommit(connection -> numbers.assign(connection, ANN, book));

        assertThatIllegalStateException()
                .isThrownBy(() -> autoCommit(connection -> numbers.assign(connection, ANN, other)))
                .withMessage(
                        "10 consecutive readable IDs are taken in References[book] of client:ann: use another kind or namespace");
        assertThat(number("SELECT count(*) FROM counterfoil_reference")).isEqualTo(1);
    }

    /** Eight threads draw eight ids twice, and others once: each id is one entity's. */
    @Test
    @Tag("CB-10")
    void manyThreads_shareNoReadableId() throws Exception {
        List<ReadableId> ids = Stream.generate(ReadableId::next).limit(1000).toList();
        AtomicInteger next = new AtomicInteger();
        ReadableIds<BookId> numbers = ReadableIds.in(books, () -> {
            int draw = next.getAndIncrement();
            return ids.get(draw < 16 ? draw / 2 : draw - 8);
        });

        List<List<ReadableId>> assigned = together(8, () -> {
            List<ReadableId> mine = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                BookId one = BookId.TYPE.next();
                mine.add(untilItGoes(Mode.AUTO_COMMIT, connection -> numbers.assign(connection, ANN, one)));
            }
            return mine;
        });

        assertThat(assigned.stream().flatMap(List::stream).distinct()).hasSize(32);
    }
}
