package io.counterfoil.jdbc.batch;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.jdbc.internal.KindName;
import io.counterfoil.jdbc.internal.OpenTransaction;
import io.counterfoil.jdbc.purge.TableRows;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Batches: what one request made, member by member, found again by the batch's id. A client that lost the response to a request for many
 * entities reads the batch: for each member, whether it was created, existed before or was rejected, and its id.
 *
 * <pre>{@code
 * static final Batches BATCHES = Batches.builder(Dialects.POSTGRESQL).build();
 *
 * Opening opening = BATCHES.open(connection, Namespace.ofClient(client), batchId, "orders");
 * if (opening instanceof Opening.Opened) {
 *     BATCHES.add(connection, opening.batch(), List.of(BatchMember.created(0, Optional.of(reference), order.id().value())));
 * }
 * List<BatchMember> page = BATCHES.members(connection, opening.batch(), -1, 100);
 * }</pre>
 *
 * <p>A batch's id is unique in its {@link Namespace}, whatever the batch is of. The batch may grow over many transactions, as an import
 * does: add its members in the transactions that create them, and both last or neither. Batches are kept for ever.
 *
 * <p>They are in the tables {@code counterfoil_batch} and {@code counterfoil_batch_member}, which {@link #SCHEMA} makes. All happens in
 * the connection's transaction as it is found; nothing is committed or rolled back. A transaction that opens a batch which another open one is
 * opening waits until that ends, and one that adds members to a batch waits for others that do; {@link SqlDialect#canRunAgain} identifies what can
 * be run again.
 *
 * <p>Immutable and thread-safe.
 */
public final class Batches {

    /** The tables: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(Batches.class, "batches", MemberTable.NAME);

    /** The most members that one call adds. */
    public static final int MAX_ADDED = 10_000;

    /** The most members that one call returns. */
    public static final int MAX_PAGE = 10_000;

    /** The position before that of any member, to begin a list with. */
    public static final long START = -1;

    /** The longest name of a kind, in characters. */
    public static final int MAX_KIND_LENGTH = KindName.MAX_LENGTH;

    private static final Duration LONGEST_AGE = Duration.ofDays(365_000);

    private final SqlDialect dialect;
    private final BatchTable batches;
    private final MemberTable members;

    private Batches(Builder from) {
        this.dialect = from.dialect;
        this.batches = new BatchTable(from.dialect, from.clock);
        this.members = new MemberTable(from.dialect);
    }

    /**
     * {@return a builder of batches in a database}
     *
     * @param dialect the database's
     */
    public static Builder builder(SqlDialect dialect) {
        return new Builder(dialect);
    }

    /**
     * Opens a batch, unless there is one of this id.
     *
     * @param connection to the database that has the tables; stays open
     * @param namespace the owner's
     * @param id the batch's name there
     * @param kind what it is a batch of: 1 to {@value #MAX_KIND_LENGTH} characters of printable ASCII without spaces, {@code orders}
     * @return {@link Opening.Opened}, or {@link Opening.Existing} with the batch that is there. Whether that is the one that the client
     *     means, its kind may tell
     * @throws IllegalArgumentException when the kind is another; nothing was sent
     * @throws SQLException the driver's; as {@link io.counterfoil.jdbc.insert.InsertOrFind#execute}
     */
    public Opening open(Connection connection, Namespace namespace, BatchId id, String kind) throws SQLException {
        Inserted<Batch> row = batches.open(connection, namespace, id, KindName.checked(kind));
        return row instanceof Inserted.Created<Batch> ? new Opening.Opened(row.row()) : new Opening.Existing(row.row());
    }

    /**
     * {@return the batch of an id, as any query sees it; empty where there is none}
     *
     * @param connection to the database that has the tables
     * @param namespace the owner's
     * @param id the batch's name there
     * @throws SQLException the driver's
     */
    public Optional<Batch> find(Connection connection, Namespace namespace, BatchId id) throws SQLException {
        return batches.find(connection, namespace, id);
    }

    /**
     * {@return a part of a namespace's batches, the newest first}
     *
     * @param connection to the database that has the tables
     * @param namespace the owner's
     * @param after the batch after which it begins, which is older than those before; nothing for the newest of all
     * @param limit how many at most, 1 to {@value #MAX_PAGE}
     * @throws IllegalArgumentException when the limit is another, or the namespace has no such batch
     * @throws SQLException the driver's
     */
    public List<Batch> list(Connection connection, Namespace namespace, Optional<BatchId> after, int limit)
            throws SQLException {
        checked(limit);
        if (after.isEmpty()) {
            return batches.newest(connection, namespace, limit);
        }
        Batch last = batches.find(connection, namespace, after.get())
                .orElseThrow(() ->
                        new IllegalArgumentException("a list cannot start after batch %s, which does not exist in %s"
                                .formatted(after.get(), namespace)));
        return batches.olderThan(connection, last, limit);
    }

    /**
     * Adds members to a batch, in a few statements, and counts them.
     *
     * @param connection in a transaction, with auto-commit off
     * @param batch as it was opened or read
     * @param added at most {@value #MAX_ADDED}, in ascending order of their positions, none of which the batch has; may be empty
     * @return the batch with the counts of afterwards, other additions included
     * @throws IllegalArgumentException when there are more, or their order is another; nothing was sent
     * @throws IllegalStateException when the connection commits by itself, or the batch is not there; nothing was done
     * @throws SQLException the driver's; that of a violated key where the batch has one of the positions. Roll back then
     */
    public Batch add(Connection connection, Batch batch, List<BatchMember> added) throws SQLException {
        List<BatchMember> checked = checked(added);
        OpenTransaction.require(connection, "to add members to a batch");
        if (checked.isEmpty()) {
            return batches.read(connection, batch);
        }
        Batch counted = batches.count(connection, batch, checked);
        members.insert(connection, batch, checked);
        return counted;
    }

    private static List<BatchMember> checked(List<BatchMember> added) {
        if (added.size() > MAX_ADDED) {
            throw new IllegalArgumentException(
                    "at most %s members can be added at once, not %s".formatted(MAX_ADDED, added.size()));
        }
        long last = START;
        for (BatchMember member : added) {
            if (member.position() <= last) {
                throw new IllegalArgumentException("members must be in ascending order of position: %s comes after %s"
                        .formatted(member.position(), last));
            }
            last = member.position();
        }
        return List.copyOf(added);
    }

    /**
     * {@return a part of a batch's members, in order of position}
     *
     * @param connection to the database that has the tables
     * @param batch as it was opened or read
     * @param after the position after which it begins; {@link #START} for the first
     * @param limit how many at most, 1 to {@value #MAX_PAGE}
     * @throws IllegalArgumentException when the limit is another; nothing was sent
     * @throws SQLException the driver's
     */
    public List<BatchMember> members(Connection connection, Batch batch, long after, int limit) throws SQLException {
        return members.list(connection, batch, Optional.empty(), after, checked(limit));
    }

    /**
     * {@return a part of those of a batch's members that have a status, in order of position; the others are not read}
     *
     * @param connection to the database that has the tables
     * @param batch as it was opened or read
     * @param status of the members that are returned
     * @param after as {@link #members(Connection, Batch, long, int)}
     * @param limit as {@link #members(Connection, Batch, long, int)}
     * @throws IllegalArgumentException when the limit is another; nothing was sent
     * @throws SQLException the driver's
     */
    public List<BatchMember> members(Connection connection, Batch batch, MemberStatus status, long after, int limit)
            throws SQLException {
        return members.list(connection, batch, Optional.of(status), after, checked(limit));
    }

    /**
     * Removes batches that were opened longer ago than an age, the oldest first, with their members, which go first; passes over those that another
     * transaction has locked, such as one that adds members. Retries of the requests that made them are new to it then: the age must be more
     * than the time that clients retry for, and than the time in which a batch grows.
     *
     * <p>Call it again, each time in a transaction of its own, until it removes less than the limit. A batch with more members than that is
     * removed over several transactions, between which it is found with fewer members than it counts.
     *
     * @param connection in a transaction, with auto-commit off
     * @param age by the clock of {@code opened_at}; positive, at most 365,000 days
     * @param limit how many rows to remove at most, those of members included: 1 to {@value #MAX_PAGE}
     * @return how many rows were removed
     * @throws IllegalArgumentException when one of the two is another; nothing was sent
     * @throws IllegalStateException when the connection commits by itself; nothing was sent
     * @throws SQLException the driver's
     */
    public int pruneOlderThan(Connection connection, Duration age, int limit) throws SQLException {
        Duration oldest = checked(age);
        int rows = checked(limit);
        OpenTransaction.require(connection, "to remove batches");
        return new BatchPurge(batches, members).remove(connection, oldest, rows);
    }

    /**
     * {@return the batches that were opened longer ago than an age, to be removed by a {@link io.counterfoil.idempotency.maintenance.Purge}}
     *
     * @param transactions in which the purge removes them, as {@link #pruneOlderThan} does
     * @param age by the clock of {@code opened_at}; positive, at most 365,000 days
     * @throws IllegalArgumentException when the age is another
     */
    public ExpiredRows expired(Transactions transactions, Duration age) {
        Duration oldest = checked(age);
        BatchPurge purge = new BatchPurge(batches, members);
        return new TableRows(
                "batches", transactions, dialect, (connection, limit) -> purge.remove(connection, oldest, limit));
    }

    private static Duration checked(Duration age) {
        if (age.isNegative() || age.isZero() || age.compareTo(LONGEST_AGE) > 0) {
            throw new IllegalArgumentException(
                    "age must be positive and at most %s, and is %s".formatted(LONGEST_AGE, age));
        }
        return age;
    }

    private static int checked(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("the limit must be 1 to %s, is %s".formatted(MAX_PAGE, limit));
        }
        return limit;
    }

    /** Not thread-safe; may be changed and used again after {@link #build()}. */
    public static final class Builder {

        private final SqlDialect dialect;
        private InstantSource clock = InstantSource.system();

        private Builder(SqlDialect dialect) {
            this.dialect = Objects.requireNonNull(dialect, "dialect");
        }

        /**
         * The clock of {@code opened_at}; the system's by default.
         *
         * @param clock read once for each opening
         * @return this builder
         */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** {@return the batches, with these settings} Does not use the database. */
        public Batches build() {
            return new Batches(this);
        }
    }

    /** What came of opening a batch: one of two. */
    public sealed interface Opening {

        /** {@return the batch, new or as it was found} */
        Batch batch();

        /**
         * There was none of this id; this one has no members yet, and lasts if the transaction commits.
         *
         * @param batch the new one
         */
        record Opened(Batch batch) implements Opening {}

        /**
         * There is one of this id, of whatever kind; nothing was done.
         *
         * @param batch as it was found
         */
        record Existing(Batch batch) implements Opening {}

        /**
         * {@return the result of the function for this case; the other function is not called}
         *
         * @param <R> the functions' result
         * @param <X> what the functions throw
         * @param opened handles {@link Opened}
         * @param existing handles {@link Existing}
         * @throws X what the function threw
         */
        default <R, X extends Exception> R match(
                Case<? super Opened, ? extends R, X> opened, Case<? super Existing, ? extends R, X> existing) throws X {
            return this instanceof Opened one ? opened.apply(one) : existing.apply((Existing) this);
        }

        /**
         * How to go on in one case.
         *
         * @param <O> the case
         * @param <R> the function's result
         * @param <X> what the function throws
         */
        @FunctionalInterface
        interface Case<O, R, X extends Exception> {

            /**
             * Handles the case.
             *
             * @param opening the case
             * @return the function's result
             * @throws X any exception of the function
             */
            R apply(O opening) throws X;
        }
    }
}
