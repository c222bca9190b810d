package io.counterfoil.jdbc;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.insert.SqlDialect;
import io.counterfoil.jdbc.internal.SchemaScript;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Records in generations, on PostgreSQL: those that expire about the same time share a table of their own, a partition of
 * {@code counterfoil_record}, and are removed by dropping it (RQ-17). {@link JdbcClaimStore} and {@link JdbcLeaseStore} work on
 * it as on the plain table.
 *
 * <p>{@link #purge} takes the place of the stores' own: run it a few times within a generation, in any number of processes.
 *
 * <h2>What it gives, and what it costs</h2>
 *
 * Nothing is deleted row by row, so expiry leaves nothing to vacuum. In return a look-up asks every generation that lives, one
 * index each; a generation should be no shorter than a tenth of the retention. A record is kept up to one generation longer.
 *
 * <p>The primary key of the partitioned table contains the expiry, because PostgreSQL demands it, so it does not keep two rows of
 * one request apart. What does is the lock that every claim holds until its row is committed, together with a look that sees
 * whatever was committed before. That holds at READ COMMITTED; rows are refused at any other isolation, by a constraint of the
 * table.
 *
 * <p>Making and dropping a partition needs, for an instant, a lock that no transaction is to be in the way of. It is waited for
 * at most {@value #LOCK_MILLIS} ms, since whoever comes meanwhile waits behind it, and is otherwise postponed to the next round.
 * Generations are made far ahead of their use; a postponed drop costs space. Where business transactions
 * are open all the time for longer than that, no drop ever succeeds: there, use the plain table.
 *
 * <p>A record that no generation is there for (its retention is longer than the longest that was told, or {@link #purge} has not
 * run) is kept in {@code counterfoil_record_other}, found like any other, and deleted in batches.
 *
 * <p>Thread-safe.
 */
public final class JdbcGenerations {

    /** How many generations live at once at the most. */
    public static final int MOST = 200;

    /** The shortest generation. */
    public static final Duration SHORTEST = Duration.ofMinutes(1);

    static final int LOCK_MILLIS = 100;

    private static final SchemaScript SCRIPT = new SchemaScript(
            JdbcGenerations.class,
            "counterfoil_schema",
            0x67656e65726174L,
            Map.of(SqlDialect.POSTGRESQL, "/counterfoil-schema/postgresql-generations/R__counterfoil.sql"));

    /** Somebody holds a lock, is chosen to break a deadlock, or the rows of a generation to be are elsewhere already. */
    private static final Set<String> POSTPONING = Set.of("55P03", "40P01", "23514");

    /** Rows of no generation that one round deletes at the most. */
    private static final int BATCH = 1000;

    private final DataSource dataSource;
    private final long width;
    private final long ahead;

    /**
     * Generations in the database of this data source; nothing is done yet.
     *
     * @param width for how long records expire into one generation, whole minutes
     * @param longest the longest retention of records that expire, at least {@code width}
     */
    public JdbcGenerations(DataSource dataSource, Duration width, Duration longest) {
        if (width.compareTo(SHORTEST) < 0 || !width.equals(Duration.ofMinutes(width.toMinutes()))) {
            throw new IllegalArgumentException("width must be whole minutes, at least " + SHORTEST + ", not " + width);
        }
        if (longest.compareTo(width) < 0) {
            throw new IllegalArgumentException("longest must be at least the width " + width + ", not " + longest);
        }
        if (longest.compareTo(width.multipliedBy(MOST - 3)) > 0) {
            throw new IllegalArgumentException("a longest retention of " + longest + " would need more than " + MOST
                    + " generations of " + width + " each: make them wider");
        }
        this.dataSource = dataSource;
        this.width = Micros.after(0, width);
        // One more than is needed, so that there is time to make the next.
        this.ahead = Micros.after(0, longest) + this.width;
    }

    /** The statements that make the tables without their generations, for those whose migrations are their own. */
    public static String script() {
        return SCRIPT.text();
    }

    /**
     * Makes the tables where they are missing, in generations, and the first of these; several processes may do so at once.
     *
     * @throws IllegalStateException when the database is not PostgreSQL, or has the plain table already
     * @throws StoreException when the database is unreachable, or refuses
     */
    public void create() {
        SCRIPT.create(dataSource);
        purge();
    }

    /**
     * Drops the generations whose time is over, makes those that will be needed, and deletes expired records that are in none.
     * Several processes may do so at once. Every step is a transaction of its own, on a connection of its own;
     * a round that fails can be repeated.
     *
     * @throws IllegalStateException when the table of records is not in generations
     * @throws StoreException when the database is unreachable, or refuses
     */
    public Round purge() {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                return round(new GenerationTables(connection, LOCK_MILLIS));
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        } catch (SQLException failure) {
            throw new StoreException("turning generations", failure);
        }
    }

    private Round round(GenerationTables tables) throws SQLException {
        long now = tables.now();
        List<Generation> there = tables.generations();
        Tally drops = new Tally();
        for (Generation generation : there) {
            if (generation.to() <= now) {
                drops.take(() -> tables.drop(generation));
            }
        }
        Tally makes = new Tally();
        for (long from = Math.floorDiv(now, width) * width; from <= now + ahead; from += width) {
            Generation generation = new Generation(from, from + width);
            if (there.stream().noneMatch(generation::overlaps)) {
                makes.take(() -> tables.make(generation));
            }
        }
        int removed = tables.deleteOthers(BATCH);
        return new Round(makes.done, drops.done, makes.postponed + drops.postponed, removed);
    }

    /** Counts what is done and what is put off. */
    private static final class Tally {

        private int done;
        private int postponed;

        void take(Attempt attempt) throws SQLException {
            try {
                done += attempt.run() ? 1 : 0;
            } catch (SQLException failure) {
                if (!POSTPONING.contains(String.valueOf(failure.getSQLState()))) {
                    throw failure;
                }
                postponed++;
            }
        }
    }

    private interface Attempt {
        boolean run() throws SQLException;
    }

    /**
     * What one round did.
     *
     * @param made how many generations were made
     * @param dropped how many were dropped, with all their records
     * @param postponed how many could be neither for now, because transactions were in the way, or because records that belong
     *     into one were kept before it was made
     * @param removed how many records of no generation were deleted
     */
    public record Round(int made, int dropped, int postponed, int removed) {}
}
