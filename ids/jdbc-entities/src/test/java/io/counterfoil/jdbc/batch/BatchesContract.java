package io.counterfoil.jdbc.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.jdbc.batch.Batches.Opening.Existing;
import io.counterfoil.jdbc.batch.Batches.Opening.Opened;
import io.counterfoil.testkit.tables.TablesContract;
import io.counterfoil.testkit.tables.Wiretap;
import io.counterfoil.testkit.time.SettableClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches of books. */
@Tag("RF-4")
abstract class BatchesContract extends TablesContract {

    static final Namespace ANN = Namespace.ofClient("ann");
    static final Namespace BOB = Namespace.ofClient("bob");
    static final BatchId ID = new BatchId("monday's books");
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00.123456Z");

    private final SettableClock clock = SettableClock.at(NOON);
    final Batches batches = Batches.builder(database().dialect()).clock(clock).build();

    @BeforeEach
    void freshTables() throws SQLException {
        run("DROP TABLE IF EXISTS counterfoil_batch_member", "DROP TABLE IF EXISTS counterfoil_batch");
        Batches.SCHEMA.create(database().administration(), database().dialect());
    }

    Batches.Opening open(Namespace namespace, BatchId id) throws SQLException {
        return autoCommit(connection -> batches.open(connection, namespace, id, "books"));
    }

    Batch add(Batch batch, List<BatchMember> members) throws SQLException {
        return inTransaction(connection -> batches.add(connection, batch, members));
    }

    private Batch find() throws SQLException {
        return autoCommit(connection -> batches.find(connection, ANN, ID)).orElseThrow();
    }

    List<BatchMember> members(Batch batch, long after, int limit) throws SQLException {
        return autoCommit(connection -> batches.members(connection, batch, after, limit));
    }

    List<BatchMember> members(Batch batch, MemberStatus status, long after, int limit) throws SQLException {
        return autoCommit(connection -> batches.members(connection, batch, status, after, limit));
    }

    /** Every seventh was refused, every fifth known; every third has a name. */
    static List<BatchMember> mixed(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(position -> {
                    Optional<ReferenceId> name =
                            Optional.of(new ReferenceId("book " + position)).filter(any -> position % 3 == 0);
                    if (position % 7 == 0) {
                        return BatchMember.refused(position, name, "no book " + position);
                    }
                    return position % 5 == 0
                            ? BatchMember.known(position, name, UuidV7.next())
                            : BatchMember.created(position, name, UuidV7.next());
                })
                .toList();
    }

    private static long count(List<BatchMember> members, MemberStatus status) {
        return members.stream().filter(member -> member.status() == status).count();
    }

    @ParameterizedTest
    @EnumSource
    void newId_opensABatch_andIsFoundTheNextTime(Mode mode) throws SQLException {
        assertThat(this.<Optional<Batch>>autoCommit(connection -> batches.find(connection, ANN, ID)))
                .isEmpty();

        Batches.Opening opening = in(mode, connection -> batches.open(connection, ANN, ID, "books"));
        clock.advance(Duration.ofHours(1));
        Batches.Opening again = in(mode, connection -> batches.open(connection, ANN, ID, "shelves"));

        Batch batch = opening.batch();
        assertThat(opening).isEqualTo(new Opened(batch));
        assertThat(again).isEqualTo(new Existing(batch));
        assertThat(find()).isEqualTo(batch).hasSameHashCodeAs(batch);
        assertThat(batch)
                .returns(ANN, Batch::namespace)
                .returns(ID, Batch::id)
                .returns("books", Batch::kind)
                .returns(NOON, Batch::openedAt)
                .returns(0L, Batch::size)
                .hasToString("Batch[monday's books of client:ann, books: 0 created, 0 known, 0 refused]");
    }

    @Test
    void match_goesOnWithTheCaseThatHolds() throws SQLException {
        List<Batches.Opening> openings = List.of(open(ANN, ID), open(ANN, ID));

        assertThat(openings.stream().map(opening -> opening.<String, RuntimeException>match(o -> "new", e -> "old")))
                .containsExactly("new", "old");
    }

    @Test
    void sameId_ofAnotherClientOrInOtherLetters_isAnotherBatch() throws SQLException {
        List<Namespace> namespaces = List.of(ANN, BOB, Namespace.SERVICE, Namespace.ofClient("service"));
        List<BatchId> ids = List.of(
                ID, new BatchId("Monday's books"), new BatchId(ID.value() + " "), new BatchId("\u65e5".repeat(255)));
        for (Namespace namespace : namespaces) {
            for (BatchId id : ids) {
                assertThat(open(namespace, id)).isInstanceOf(Opened.class);
            }
        }
        Namespace longest = Namespace.ofClient("\u65e5".repeat(85));

        assertThat(open(longest, ids.get(3)).batch().id()).isEqualTo(ids.get(3));
        assertThat(open(longest, ids.get(3)).batch().namespace()).isEqualTo(longest);
    }

    @Test
    void batchThatIsBeingOpened_isWaitedFor_andExistsIfThatCommits() throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            Batch batch = batches.open(first, ANN, ID, "books").batch();
            Batch added = batches.add(first, batch, mixed(0, 10));
            Future<Batches.Opening> second = threads.submit(() -> open(ANN, ID));
            untilOneWaits();
            assertThat(second).isNotDone();

            first.commit();

            assertThat(second.get()).isEqualTo(new Existing(added));
        }
    }

    @Test
    void batchThatIsBeingOpened_isOpenedByTheNext_ifThatRollsBack() throws Exception {
        try (Connection first = connection()) {
            first.setAutoCommit(false);
            Batch batch = batches.open(first, ANN, ID, "books").batch();
            batches.add(first, batch, mixed(0, 10));
            Future<Batches.Opening> second = threads.submit(() -> open(ANN, ID));
            untilOneWaits();

            first.rollback();

            assertThat(second.get()).isInstanceOf(Opened.class);
            assertThat(members(second.get().batch(), Batches.START, 100)).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> add(batch, mixed(0, 10)))
                    .withMessageContaining("does not exist");
        }
    }

    @ParameterizedTest
    @EnumSource(names = "AUTO_COMMIT", mode = EnumSource.Mode.EXCLUDE)
    @Tag("RF-5")
    void members_areReadInOrder_withTheirNamesAndOutcomes(Mode mode) throws SQLException {
        List<BatchMember> members = List.of(
                BatchMember.created(0, Optional.of(new ReferenceId("named by the client")), UuidV7.next()),
                BatchMember.created(1, Optional.of(ReferenceId.next()), UuidV7.next()),
                BatchMember.created(2, Optional.empty(), UuidV7.next()),
                BatchMember.known(10, Optional.of(new ReferenceId("\u65e5".repeat(255))), UuidV7.next()),
                BatchMember.known(11, Optional.empty(), UuidV7.next()),
                BatchMember.refused(1_000_000_000_000L, Optional.empty(), "\ud83e\uddfe".repeat(2000)),
                BatchMember.refused(Long.MAX_VALUE, Optional.of(new ReferenceId("x")), ""));

        Batch batch = in(mode, connection -> {
            Batch opened = batches.open(connection, ANN, ID, "books").batch();
            Batch added = batches.add(connection, opened, members);
            assertThat(batches.members(connection, added, Batches.START, 100)).isEqualTo(members);
            return added;
        });

        assertThat(members(batch, Batches.START, 100)).isEqualTo(members);
        assertThat(find())
                .isEqualTo(batch)
                .returns(3L, Batch::created)
                .returns(2L, Batch::known)
                .returns(2L, Batch::refused)
                .returns(7L, Batch::size);
        for (int code = 0; code < 3; code++) {
            assertThat(number("SELECT count(*) FROM counterfoil_batch_member WHERE status = " + code))
                    .as("what stays in the table")
                    .isEqualTo(code == 0 ? 3 : 2);
        }
    }

    @Test
    void membersOfMany_areReadInParts_alsoThoseOfOneStatus() throws SQLException {
        List<BatchMember> members = mixed(0, 250);
        open(BOB, ID);
        add(open(BOB, ID).batch(), mixed(0, 300));
        Batch batch = add(open(ANN, ID).batch(), members);

        assertThat(pages(after -> members(batch, after, 100))).isEqualTo(members);
        assertThat(members(batch, 248, 100)).containsExactly(members.get(249));
        assertThat(members(batch, 249, 100)).isEmpty();
        assertThat(members(batch, Batches.START, 1)).containsExactly(members.get(0));
        for (MemberStatus status : MemberStatus.values()) {
            assertThat(pages(after -> members(batch, status, after, 10)))
                    .isEqualTo(members.stream()
                            .filter(member -> member.status() == status)
                            .toList());
        }
    }

    /** How a part is asked for. */
    @FunctionalInterface
    private interface Page {
        List<BatchMember> after(long position) throws SQLException;
    }

    private static List<BatchMember> pages(Page page) throws SQLException {
        List<BatchMember> all = new ArrayList<>();
        List<BatchMember> part = page.after(Batches.START);
        while (!part.isEmpty()) {
            all.addAll(part);
            assertThat(all).as("a list that ends").hasSizeLessThan(1_000);
            part = page.after(part.get(part.size() - 1).position());
        }
        return all;
    }

    @Test
    void tenThousandMembers_areAddedInFewStatements() throws SQLException {
        List<BatchMember> members = mixed(1, 10_001);
        Batch empty = open(ANN, ID).batch();
        List<String> statements = new ArrayList<>();

        Batch batch = inTransaction(connection -> batches.add(Wiretap.on(connection, statements::add), empty, members));

        assertThat(statements).hasSizeLessThanOrEqualTo(102);
        assertThat(batch)
                .returns(count(members, MemberStatus.CREATED), Batch::created)
                .returns(count(members, MemberStatus.KNOWN), Batch::known)
                .returns(count(members, MemberStatus.REFUSED), Batch::refused)
                .returns(10_000L, Batch::size);
        assertThat(members(batch, Batches.START, 10_000)).isEqualTo(members);
    }

    @Test
    void batch_grows_andWhatIsAddedToAnOldReading_isCountedAll() throws SQLException {
        Batch old = open(ANN, ID).batch();
        Batch once = add(old, mixed(10, 20));
        Batch twice = add(old, mixed(0, 10));

        assertThat(old.size()).isZero();
        assertThat(once.size()).isEqualTo(10);
        assertThat(twice.size()).isEqualTo(20);
        assertThat(twice).isEqualTo(find());
        assertThat(add(old, List.of())).isEqualTo(twice);
        assertThat(members(twice, Batches.START, 100))
                .extracting(BatchMember::position)
                .isSorted()
                .hasSize(20);
    }

    @Test
    void duplicatePosition_failsOnTheKey_andRollsBackAll() throws SQLException {
        Batch batch = add(open(ANN, ID).batch(), mixed(0, 10));

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> add(batch, mixed(9, 300)))
                .satisfies(failure -> assertThat(failure.getSQLState()).startsWith("23"));

        assertThat(find()).isEqualTo(batch);
        assertThat(members(batch, Batches.START, 100)).hasSize(10);
    }

    @Test
    void members_outOfOrder_areRejectedBeforeAnythingIsDone() throws SQLException {
        Batch batch = open(ANN, ID).batch();
        List<BatchMember> members = mixed(0, 3);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(batch, List.of(members.get(0), members.get(2), members.get(1))))
                .withMessage("members must be in ascending order of position: 1 comes after 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(batch, List.of(members.get(0), members.get(0))))
                .withMessageContaining("0 comes after 0");
        assertThat(find()).isEqualTo(batch);
    }

    @Test
    void members_aboveTheLimit_areRejectedBeforeAnythingIsDone() throws SQLException {
        Batch batch = open(ANN, ID).batch();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> add(batch, mixed(0, 10_001)))
                .withMessage("at most 10000 members can be added at once, not 10001");
        assertThat(find()).isEqualTo(batch);
    }

    @Test
    void adding_needsATransaction() throws SQLException {
        Batch batch = open(ANN, ID).batch();

        autoCommit(connection -> assertThatIllegalStateException()
                .isThrownBy(() -> batches.add(connection, batch, mixed(0, 3)))
                .withMessageContaining("needs a transaction"));

        assertThat(find()).isEqualTo(batch);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 10_001})
    void limit_isChecked(int limit) throws SQLException {
        Batch batch = open(ANN, ID).batch();
        String message = "the limit must be 1 to 10000, is " + limit;

        assertThatIllegalArgumentException()
                .isThrownBy(() -> members(batch, Batches.START, limit))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> members(batch, MemberStatus.REFUSED, Batches.START, limit))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> list(ANN, Optional.empty(), limit))
                .withMessage(message);
    }

    private List<Batch> list(Namespace namespace, Optional<BatchId> after, int limit) throws SQLException {
        return autoCommit(connection -> batches.list(connection, namespace, after, limit));
    }

    @Test
    void list_isNewestFirst_inParts_andOfOneNamespace() throws SQLException {
        List<BatchId> newestFirst = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            if (i % 3 == 0) {
                clock.advance(Duration.ofMillis(1));
            }
            BatchId id = new BatchId("batch " + i);
            newestFirst.add(0, id);
            add(open(ANN, id).batch(), mixed(0, i));
            open(BOB, id);
        }

        List<Batch> all = list(ANN, Optional.empty(), 100);

        assertThat(all).extracting(Batch::id).isEqualTo(newestFirst);
        assertThat(all).extracting(Batch::size).containsExactly(8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L, 0L);
        assertThat(all).allMatch(batch -> batch.namespace().equals(ANN));
        assertThat(list(ANN, Optional.empty(), 4)).isEqualTo(all.subList(0, 4));
        assertThat(list(ANN, Optional.of(newestFirst.get(3)), 4)).isEqualTo(all.subList(4, 8));
        assertThat(list(ANN, Optional.of(newestFirst.get(7)), 4)).isEqualTo(all.subList(8, 9));
        assertThat(list(ANN, Optional.of(newestFirst.get(8)), 4)).isEmpty();
        assertThat(list(Namespace.SERVICE, Optional.empty(), 4)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> list(Namespace.SERVICE, Optional.of(newestFirst.get(0)), 4))
                .withMessage("a list cannot start after batch batch 8, which does not exist in service");
    }

    @Test
    void manyThreads_thatAddToOneBatch_areAllCounted() throws Exception {
        AtomicLong next = new AtomicLong();
        Batch batch = open(ANN, ID).batch();

        together(4, () -> {
            for (int i = 0; i < 5; i++) {
                long from = next.getAndAdd(10);
                untilItGoes(Mode.READ_COMMITTED, connection -> batches.add(connection, batch, mixed(from, from + 10)));
            }
            return 0;
        });

        List<BatchMember> members = members(batch, Batches.START, 1_000);
        assertThat(members)
                .extracting(BatchMember::position)
                .containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
        assertThat(find())
                .returns(count(members, MemberStatus.CREATED), Batch::created)
                .returns(count(members, MemberStatus.KNOWN), Batch::known)
                .returns(count(members, MemberStatus.REFUSED), Batch::refused);
    }

    /** All that can be seen, told twice: the second time the rows have other numbers. */
    @Test
    @Tag("EN-2")
    void numbersOfRows_areNotSeenByAnybody() throws SQLException {
        UUID entity = UuidV7.next();
        List<BatchMember> members = List.of(
                BatchMember.created(0, Optional.empty(), entity), BatchMember.refused(1, Optional.empty(), "no"));
        String first = told(members);
        freshTables();
        for (int i = 0; i < 41; i++) {
            open(BOB, BatchId.next());
        }

        assertThat(told(members)).isEqualTo(first).contains("1 created");
        assertThat(number("SELECT count(*) FROM counterfoil_batch WHERE kind = 'told' AND pk > 1"))
                .isEqualTo(1);
    }

    private String told(List<BatchMember> members) throws SQLException {
        return inTransaction(connection -> {
            Batches.Opening opening = batches.open(connection, ANN, ID, "told");
            Batch batch = batches.add(connection, opening.batch(), members);
            return String.join(
                    "\n",
                    opening.toString(),
                    batch.toString(),
                    String.valueOf(batch.hashCode()),
                    batches.find(connection, ANN, ID).toString(),
                    batches.list(connection, ANN, Optional.empty(), 10).toString(),
                    batches.members(connection, batch, Batches.START, 10).toString());
        });
    }

    @Test
    void kinds_areShortPlainAscii() {
        for (String kind : List.of("", "x".repeat(101), "my books", "b\u00fccher", "books\n")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> autoCommit(connection -> batches.open(connection, ANN, ID, kind)))
                    .withMessageContaining("1 to 100 characters");
        }
    }

    @Test
    void schema_isMadeOnce_byManyAtOnce() throws Exception {
        run("DROP TABLE counterfoil_batch_member", "DROP TABLE counterfoil_batch");

        together(8, () -> {
            Batches.SCHEMA.create(database().administration(), database().dialect());
            return 0;
        });

        assertThat(open(ANN, ID)).isInstanceOf(Opened.class);
        assertThat(Batches.SCHEMA.script(database().dialect())).contains("CREATE TABLE IF NOT EXISTS");
    }

    private int prune(Duration age, int limit) throws SQLException {
        return inTransaction(connection -> batches.pruneOlderThan(connection, age, limit));
    }

    private Batch opened(String id, int members) throws SQLException {
        Batch batch = open(ANN, new BatchId(id)).batch();
        return add(batch, mixed(0, members));
    }

    private int rows() throws SQLException {
        return number("SELECT count(*) FROM counterfoil_batch")
                + number("SELECT count(*) FROM counterfoil_batch_member");
    }

    @Test
    @Tag("RQ-17")
    void prune_removesOlderBatches_withTheirMembers() throws SQLException {
        opened("old", 3);
        opened("as old", 0);
        clock.advance(Duration.ofDays(2));
        Batch young = opened("young", 4);

        assertThat(prune(Duration.ofDays(1), 100)).isEqualTo(5);

        assertThat(rows()).isEqualTo(5);
        assertThat(members(young, Batches.START, 10)).hasSize(4);
        assertThat(prune(Duration.ofDays(1), 100)).isZero();
    }

    @Test
    @Tag("RQ-17")
    void prune_removesAtMostTheLimit_andTheBatchAfterItsMembers() throws SQLException {
        opened("old", 7);
        opened("small", 1);
        clock.advance(Duration.ofDays(2));

        assertThat(prune(Duration.ofDays(1), 5)).isEqualTo(5);
        assertThat(number("SELECT count(*) FROM counterfoil_batch")).isEqualTo(2);
        assertThat(prune(Duration.ofDays(1), 5)).isEqualTo(5);
        assertThat(rows()).isZero();
    }

    @Test
    @Tag("RQ-17")
    void prune_ofABatchThatGrows_passesOverIt() throws Exception {
        Batch busy = opened("busy", 2);
        opened("idle", 2);
        clock.advance(Duration.ofDays(2));
        try (Connection adding = connection()) {
            adding.setAutoCommit(false);
            batches.add(adding, busy, mixed(2, 3));

            assertThat(prune(Duration.ofDays(1), 100)).isEqualTo(3);

            adding.commit();
        }
        assertThat(members(busy, Batches.START, 10)).hasSize(3);
    }

    @Test
    @Tag("RQ-17")
    void openings_besideAPrune_doNotWait() throws Exception {
        opened("old", 2);
        clock.advance(Duration.ofDays(2));
        try (Connection purge = connection()) {
            purge.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            purge.setAutoCommit(false);
            batches.pruneOlderThan(purge, Duration.ofDays(1), 100);

            opened("new", 2);

            purge.commit();
        }
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    @Tag("RQ-17")
    void prunes_atTheSameTime_removeEachRowOnce() throws Exception {
        for (int i = 0; i < 20; i++) {
            opened("batch " + i, 5);
        }
        clock.advance(Duration.ofDays(2));

        List<Integer> removed = together(4, () -> {
            int all = 0;
            while (rows() > 0) {
                all += untilItGoes(
                        Mode.READ_COMMITTED, connection -> batches.pruneOlderThan(connection, Duration.ofDays(1), 7));
            }
            return all;
        });

        assertThat(removed.stream().mapToInt(Integer::intValue).sum()).isEqualTo(120);
    }

    @Test
    void prune_inAutoCommit_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> autoCommit(c -> batches.pruneOlderThan(c, Duration.ofDays(1), 1)))
                .withMessageContaining("to remove batches");
    }

    @Test
    void prune_outOfItsLimits_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prune(Duration.ZERO, 1))
                .withMessageContaining("age must be positive");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prune(Duration.ofDays(1), 0))
                .withMessageContaining("the limit must be 1 to 10000, is 0");
    }
}
