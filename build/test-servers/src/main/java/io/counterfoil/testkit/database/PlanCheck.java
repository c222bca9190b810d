package io.counterfoil.testkit.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Checks that calls find their rows by an index, whatever the database knows of its tables: on PostgreSQL, MariaDB and H2.
 *
 * <pre>{@code
 * try (PlanCheck check = PlanCheck.on(emptyDatabase)) {
 *     Things things = new Things(check.dataSource());
 *     check.call("find", () -> things.find(7));
 *     check.verify(() -> check.insert("INSERT INTO thing (id) VALUES (?)", i -> new Object[] {i}));
 * }
 * }</pre>
 *
 * <p>The calls are repeated on empty tables until their plans are fixed. Then the tables are filled, and no statistics are gathered: plans are
 * those for empty tables, as on the first day of a database. The calls are checked in these sessions, in new ones, and once more after the
 * statistics were gathered.
 *
 * <p>PostgreSQL and MariaDB count the rows and index entries that they read. H2 does not, so the plans of its statements are searched for scans.
 *
 * <p>{@link #dataSource} is thread-safe; nothing else is, and no other thread uses a connection while a call is not running.
 */
public final class PlanCheck implements AutoCloseable {

    /** The number of rows that {@link #insert} inserts. */
    public static final int ROWS = 5_000;

    /**
     * The maximum number of rows and index entries for one request: a small page, and each row that the calls before have removed, whose dead
     * entry stays for as long as anything on the server might see it; far fewer than a table has.
     */
    private static final int MOST_READ = ROWS / 6;

    /** PostgreSQL's driver prepares a statement at the fifth execution, and the server fixes its plan after five more. */
    private static final int UNTIL_PLANNED = 12;

    private static final int ONCE_PLANNED = 3;

    /** Uses the database. */
    @FunctionalInterface
    public interface Call {
        void run() throws Exception;
    }

    /** @param page whether it reads a page of a range */
    private record Calls(int requests, boolean page, Call call) {}

    private final DataSource source;
    private final Kind kind;
    private final Map<String, Calls> calls = new LinkedHashMap<>();
    private final List<Connection> sessions = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedDeque<Connection> unused = new ConcurrentLinkedDeque<>();
    private final Set<String> statements = new ConcurrentSkipListSet<>();
    private final List<String> faults = new ArrayList<>();

    private PlanCheck(DataSource source, Kind kind) {
        this.source = source;
        this.kind = kind;
    }

    /**
     * Checks a database.
     *
     * @param source new connections to an empty database, which no other test uses
     */
    public static PlanCheck on(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return new PlanCheck(
                    source,
                    Kind.valueOf(
                            connection.getMetaData().getDatabaseProductName().toUpperCase(Locale.ROOT)));
        }
    }

    /** Connections whose closing keeps the session, with its prepared statements, for the next user. */
    public DataSource dataSource() {
        return Intercepted.of(
                DataSource.class, source, call -> call.name().equals("getConnection") ? lend() : call.proceed());
    }

    private Connection lend() throws SQLException {
        Connection kept = unused.pollLast();
        Connection session = kept == null ? source.getConnection() : kept;
        if (kept == null) {
            sessions.add(session);
        }
        AtomicBoolean closed = new AtomicBoolean();
        return Intercepted.of(Connection.class, session, call -> {
            if (call.name().equals("close")) {
                if (!closed.getAndSet(true)) {
                    if (!session.getAutoCommit()) {
                        session.rollback();
                        session.setAutoCommit(true);
                    }
                    unused.addLast(session);
                }
                return null;
            }
            if (call.name().startsWith("prepare")) {
                statements.add(call.argument(0, String.class));
            }
            return call.name().equals("createStatement") ? recording(session.createStatement()) : call.proceed();
        });
    }

    private Statement recording(Statement statement) {
        return Intercepted.of(Statement.class, statement, call -> {
            if (call.name().startsWith("execute") && call.arguments() > 0) {
                statements.add(call.argument(0, String.class));
            }
            return call.proceed();
        });
    }

    /** Adds a call that is one request. */
    public void call(String name, Call call) {
        calls.put(name, new Calls(1, false, call));
    }

    /**
     * Adds a call that reads a page of a range. PostgreSQL, without statistics, takes any range for a few rows, and may read all of them by the
     * index to sort them: until there are statistics, only what is read without an index counts.
     */
    public void page(String name, Call call) {
        calls.put(name, new Calls(1, true, call));
    }

    /** Adds a call that is as many requests, and is made once where others are repeated. */
    public void call(String name, int requests, Call call) {
        calls.put(name, new Calls(requests, false, call));
    }

    /** Inserts {@value #ROWS} rows in one transaction. */
    public void insert(String sql, IntFunction<@Nullable Object[]> row) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                for (int i = 0; i < ROWS; i++) {
                    @Nullable Object[] values = row.apply(i);
                    for (int column = 0; column < values.length; column++) {
                        insert.setObject(column + 1, values[column]);
                    }
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        }
    }

    /**
     * Makes the checks.
     *
     * @param filling fills the tables, each with at least {@value #ROWS} rows
     * @throws AssertionError with every call, or statement, that reads too much
     */
    public void verify(Call filling) throws Exception {
        execute(kind.withoutStatistics(source));
        for (Calls each : calls.values()) {
            run(each, UNTIL_PLANNED);
        }
        filling.run();
        check("with plans for empty tables", ONCE_PLANNED, false);
        close();
        check("in new sessions", UNTIL_PLANNED, false);
        execute(kind.gatheringStatistics(source));
        check("with statistics", ONCE_PLANNED, true);
        assertThat(faults)
                .as("%s: what reads more than %s rows a request", kind, MOST_READ)
                .isEmpty();
    }

    private void execute(List<String> sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String each : sql) {
                statement.execute(each);
            }
        }
    }

    /** Makes a call, and returns how many requests it was. */
    private static int run(Calls calls, int times) throws Exception {
        int repetitions = calls.requests == 1 ? times : 1;
        for (int i = 0; i < repetitions; i++) {
            calls.call.run();
        }
        return repetitions * calls.requests;
    }

    private void check(String when, int times, boolean statistics) throws Exception {
        for (Map.Entry<String, Calls> each : calls.entrySet()) {
            boolean byIndexToo = statistics || !each.getValue().page;
            long before = read(byIndexToo);
            int requests = run(each.getValue(), times);
            long reads = (read(byIndexToo) - before) / requests;
            if (reads > MOST_READ) {
                faults.add("%s, %s: %s".formatted(each.getKey(), when, reads));
            }
        }
        if (kind == Kind.H2) {
            explain(when);
        }
    }

    private long read(boolean byIndexToo) throws SQLException {
        if (sessions.isEmpty()) {
            lend().close();
        }
        long rows = 0;
        for (Connection session : sessions) {
            rows += kind.read(session, byIndexToo);
        }
        // PostgreSQL's counters are the database's, and complete once every session has reported its own.
        return kind == Kind.POSTGRESQL ? kind.read(sessions.get(0), byIndexToo) : rows;
    }

    private void explain(String when) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (sql.matches("(?s)\\s*(SELECT|INSERT|UPDATE|DELETE|MERGE|WITH).*")) {
                    try (ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
                        plan.next();
                        if (plan.getString(1).contains(".tableScan")) {
                            faults.add("%s, %s".formatted(plan.getString(1), when));
                        }
                    }
                }
            }
        }
    }

    /** Closes its sessions. */
    @Override
    public void close() throws SQLException {
        for (Connection session : sessions) {
            session.close();
        }
        sessions.clear();
        unused.clear();
    }

    /** What differs between the databases. */
    private enum Kind {
        POSTGRESQL {
            @Override
            List<String> withoutStatistics(DataSource source) throws SQLException {
                return texts(
                        source,
                        "SELECT format('ALTER TABLE %s SET (autovacuum_enabled = off)', oid::regclass) FROM pg_class"
                                + " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace");
            }

            @Override
            List<String> gatheringStatistics(DataSource source) {
                return List.of("ANALYZE");
            }

            @Override
            long read(Connection session, boolean byIndexToo) throws SQLException {
                try (Statement statement = session.createStatement()) {
                    statement.execute("SELECT pg_stat_force_next_flush()");
                }
                String scanned = "SELECT (SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables)";
                return number(
                        session,
                        byIndexToo
                                ? scanned + " + (SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes)"
                                : scanned);
            }
        },
        MARIADB {
            @Override
            List<String> withoutStatistics(DataSource source) throws SQLException {
                return texts(
                        source,
                        TABLES.formatted("'ALTER TABLE ', table_name, ' STATS_PERSISTENT = 1, STATS_AUTO_RECALC = 0'"));
            }

            @Override
            List<String> gatheringStatistics(DataSource source) throws SQLException {
                return texts(source, TABLES.formatted("'ANALYZE TABLE ', table_name"));
            }

            @Override
            long read(Connection session, boolean byIndexToo) throws SQLException {
                try (Statement statement = session.createStatement();
                        ResultSet counter = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read_%s'"
                                .formatted(byIndexToo ? "%" : "rnd_next"))) {
                    long rows = 0;
                    while (counter.next()) {
                        rows += counter.getLong(2);
                    }
                    return rows;
                }
            }
        },
        H2 {
            @Override
            List<String> withoutStatistics(DataSource source) {
                return List.of();
            }

            @Override
            List<String> gatheringStatistics(DataSource source) {
                return List.of("ANALYZE");
            }

            @Override
            long read(Connection session, boolean byIndexToo) {
                return 0;
            }
        };

        private static final String TABLES =
                "SELECT concat(%s) FROM information_schema.tables WHERE table_schema = database()";

        /** The statements by which the database gathers no statistics by itself. */
        abstract List<String> withoutStatistics(DataSource source) throws SQLException;

        abstract List<String> gatheringStatistics(DataSource source) throws SQLException;

        /** How many rows were read without an index, and index entries too; the difference of two is right. */
        abstract long read(Connection session, boolean byIndexToo) throws SQLException;

        private static List<String> texts(DataSource source, String query) throws SQLException {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                List<String> texts = new ArrayList<>();
                while (row.next()) {
                    texts.add(row.getString(1));
                }
                return texts;
            }
        }

        private static long number(Connection session, String query) throws SQLException {
            try (Statement statement = session.createStatement();
                    ResultSet row = statement.executeQuery(query)) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
