package io.counterfoil.jdbc.journal;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.AutoCommit;
import io.counterfoil.jdbc.transaction.SingleStatement;
import io.counterfoil.retry.journal.Journal;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A journal in a database: PostgreSQL, MariaDB, MySQL or H2. Any number of processes share one; what a process leaves behind,
 * another sends. Needs the table of {@link #SCHEMA}.
 *
 * <p>A request is held for a limited time, by the database's clock: 15 minutes by default. After that the holder counts as
 * gone. It must be longer than any send of it takes, which is the budget of the client's policy. Should two send it at once after
 * all, the server recognises the duplicate by the request ID. The order is that of {@link JournalEntry#openedAt}.
 *
 * <p>Every method but {@link #enqueue} works on a connection of its own, which commits at once, also where the thread is in a
 * transaction: what is about to be sent must be kept whether or not that transaction commits. So a thread that sends inside a
 * transaction needs a second connection of the pool for a moment.
 *
 * <h2>An outbox</h2>
 *
 * What is to be sent only if a transaction commits is written into that transaction, and sent after it:
 *
 * <pre>{@code
 * journal.enqueue(connection, client.entryOf(intention));      // beside the rows that it is about; nothing is sent yet
 * ...
 * for (RetryableRequest pending : client.pending(10)) {               // after the commit, in this process or another, now and then
 *     client.send(pending);
 * }
 * }</pre>
 *
 * <p>So a request is sent, at least once and under one request ID, exactly when the transaction has committed.
 *
 * <p>Who is given an intention is decided by one update of its own row, which takes it only if it was not taken since it was read. That holds on
 * every database and at every isolation, and keeps no lock: several processes that look at the same time get what the others did not.
 *
 * <p>Thread-safe.
 */
public final class JdbcJournal implements Journal {

    /** The table: {@code SCHEMA.create(dataSource)}, or {@code SCHEMA.script(dialect)} for your own migrations. */
    public static final TableSchema SCHEMA = TableSchema.of(JdbcJournal.class, "journal", JournalTable.NAME);

    /** How long a request is held by default. */
    public static final Duration DEFAULT_HOLD = Duration.ofMinutes(15);

    /** The longest time for which a request can be held. */
    public static final Duration LONGEST_HOLD = Duration.ofDays(365);

    /** The largest entry, in bytes of its {@linkplain JournalEntry#encoded stored form}: 8 MiB. */
    public static final int MAX_ENTRY_BYTES = 8 * 1024 * 1024;

    /** The limit of conflicts with other transactions in one step; at each of them another got through. */
    private static final int TRIES = 20;

    /** The number of rows read at a time. */
    private static final int CHUNK = 50;

    private final DataSource dataSource;
    private final long holdMicros;
    private final String holder = UUID.randomUUID().toString();
    private volatile @Nullable JournalTable table;

    /**
     * A journal in this database, which holds a request for {@link #DEFAULT_HOLD}.
     *
     * @param dataSource the pool of the database that has the table; it remains the caller's to close
     */
    public JdbcJournal(DataSource dataSource) {
        this(dataSource, DEFAULT_HOLD);
    }

    /**
     * A journal in this database, which holds a request for a time of your own.
     *
     * @param dataSource the pool of the database that has the table; it remains the caller's to close
     * @param hold how long a request is held; at least a millisecond, at most a year
     * @throws IllegalArgumentException when it is out of that range
     */
    public JdbcJournal(DataSource dataSource, Duration hold) {
        if (hold.compareTo(Duration.ofMillis(1)) < 0 || hold.compareTo(LONGEST_HOLD) > 0) {
            throw new IllegalArgumentException("hold must be 1 ms to " + LONGEST_HOLD + ", not " + hold);
        }
        this.dataSource = dataSource;
        this.holdMicros = hold.toNanos() / 1000;
    }

    /**
     * Checks that the table exists with the columns that this version needs; changes nothing. For start-up.
     *
     * @param dataSource the pool of the database
     * @throws IllegalStateException when it does not, or the database is not PostgreSQL, MySQL, MariaDB or H2; the message names what is
     *     missing
     * @throws StoreException when the database is unreachable
     */
    public static void verify(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            SqlDialect dialect = Dialects.of(connection);
            try (Statement query = connection.createStatement()) {
                query.executeQuery("SELECT " + JournalTable.COLUMNS + " FROM " + JournalTable.NAME + " WHERE 1 = 0")
                        .close();
            } catch (SQLException refused) {
                throw new IllegalStateException(
                        "the table %s in %s does not match this version. JdbcJournal.SCHEMA.create creates a missing table with %s of this jar: %s"
                                .formatted(
                                        JournalTable.NAME,
                                        Dialects.location(connection),
                                        String.join(" and ", SCHEMA.resources(dialect)),
                                        refused.getMessage()),
                        refused);
            } finally {
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
            }
        } catch (SQLException failure) {
            throw new StoreException("verifying the table " + JournalTable.NAME, failure);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws JournalException also when the entry is larger than {@value #MAX_ENTRY_BYTES} bytes
     */
    @Override
    public void open(JournalEntry entry) {
        byte[] encoded = encoded(entry);
        run("keeping " + entry, connection -> {
            JournalTable table = table(connection);
            // Gone between two statements, the entry is new again.
            for (int tries = 0; tries < TRIES; tries++) {
                if (table.add(connection, entry, encoded, holder, holdMicros)) {
                    return true;
                }
                Optional<JournalEntry> known = table.find(connection, entry.requestId());
                if (known.isPresent()) {
                    requireSame(known.get(), entry);
                    return table.take(connection, entry.requestId(), holder, holdMicros);
                }
            }
            throw new JournalException("cannot store " + entry + ": other transactions repeatedly settle it");
        });
    }

    /**
     * Writes an intention into a transaction of the caller's. No sender holds it: {@link #pending} gives it out once that has
     * committed. One that is kept already, under the same request ID, stays as it is.
     *
     * @param connection the transaction's, with auto-commit off; stays open
     * @param entry the request, of at most {@value #MAX_ENTRY_BYTES} bytes in its stored form
     * @throws JournalException as for {@link #open}; the transaction should be rolled back then
     * @throws IllegalStateException when the connection commits by itself
     */
    public void enqueue(Connection connection, JournalEntry entry) {
        byte[] encoded = encoded(entry);
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException(
                        "auto-commit is on, so there is no transaction for the intention: switch it off first");
            }
            JournalTable table = table(connection);
            if (!table.add(connection, entry, encoded)) {
                table.find(connection, entry.requestId()).ifPresent(known -> requireSame(known, entry));
            }
        } catch (SQLException failure) {
            throw new JournalException("enqueuing " + entry, failure);
        }
    }

    @Override
    public void settle(RequestId requestId) {
        run("settling " + requestId, connection -> table(connection).delete(connection, requestId));
    }

    @Override
    public void release(RequestId requestId) {
        run("releasing " + requestId, connection -> table(connection).release(connection, requestId, holder));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Rows that others take in the same moment are read in vain, at most fifty at a time.
     */
    @Override
    public List<JournalEntry> pending(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1, not " + limit);
        }
        List<JournalEntry> taken = new ArrayList<>();
        boolean more = true;
        while (more && taken.size() < limit) {
            int chunk = Math.min(CHUNK, limit - taken.size());
            // Of a chunk that is not full, this one has had what others did not take: no more is left.
            more = onOwnConnection("reading pending intentions", connection -> {
                JournalTable table = table(connection);
                List<JournalTable.Free> free = repeated(connection, own -> table.free(own, chunk));
                for (JournalTable.Free each : free) {
                    // Row by row: of many rows, some are in another's way at nearly every try.
                    if (repeated(connection, own -> table.take(own, each, holder, holdMicros))) {
                        taken.add(each.entry());
                    }
                }
                return free.size() == chunk;
            });
        }
        taken.sort(Comparator.comparing(JournalEntry::openedAt));
        return List.copyOf(taken);
    }

    private static byte[] encoded(JournalEntry entry) {
        byte[] encoded = entry.encoded();
        if (encoded.length > MAX_ENTRY_BYTES) {
            throw new JournalException(
                    "%s has %s bytes; the maximum of an entry is %s".formatted(entry, encoded.length, MAX_ENTRY_BYTES));
        }
        return encoded;
    }

    private static void requireSame(JournalEntry known, JournalEntry entry) {
        if (!known.isSameRequestAs(entry)) {
            throw new JournalException("the request ID of " + entry + " belongs to another pending intention, " + known
                    + ": each intention needs its own request ID");
        }
    }

    private JournalTable table(Connection connection) throws SQLException {
        JournalTable known = table;
        if (known == null) {
            known = new JournalTable(Dialects.of(connection));
            table = known;
        }
        return known;
    }

    /** On a connection of its own, in auto-commit mode; again where another transaction was in the way. */
    private <T> T run(String doing, SingleStatement<T> step) {
        return onOwnConnection(doing, connection -> repeated(connection, step));
    }

    private <T> T onOwnConnection(String doing, SingleStatement<T> steps) {
        try {
            return AutoCommit.run(dataSource, steps);
        } catch (SQLException failure) {
            throw new JournalException(doing + ": " + failure.getMessage(), failure);
        }
    }

    private <T> T repeated(Connection connection, SingleStatement<T> step) throws SQLException {
        for (int tries = 1; ; tries++) {
            try {
                return step.run(connection);
            } catch (SQLException failure) {
                JournalTable known = table;
                if (tries == TRIES || known == null || !known.isConflict(failure)) {
                    throw failure;
                }
            }
        }
    }
}
