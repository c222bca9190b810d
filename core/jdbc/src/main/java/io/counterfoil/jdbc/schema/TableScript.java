package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.SchemaDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The statements of a script, one by one and without comments, since drivers differ in what they take at once; and what is there after them.
 *
 * @param tables those that the statements create
 * @param filled those of them that the statements insert rows into
 */
record TableScript(List<String> statements, Set<String> tables, Set<String> filled) {

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");
    private static final Pattern END = Pattern.compile(";\\s*(?:\\R|\\z)");
    private static final Pattern ENGINE = Pattern.compile("(?i)\\bENGINE\\s*=\\s*InnoDB\\b");
    private static final Pattern TABLE = statement("CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?");
    private static final Pattern ROWS = statement("(?:INSERT\\s+(?:IGNORE\\s+)?|MERGE\\s+)INTO\\s+");

    TableScript {
        statements = List.copyOf(statements);
        tables = Set.copyOf(tables);
        filled = Set.copyOf(filled);
    }

    /** A statement on a table without a schema: another one's cannot be looked for in the current schema. */
    private static Pattern statement(String begin) {
        return Pattern.compile("(?i)\\s*" + begin + "(\\w+)(?![\\w.])");
    }

    /** @param script as its resources have it */
    static TableScript of(String script) {
        String bare = COMMENT.matcher(script).replaceAll("");
        List<String> statements =
                END.splitAsStream(bare).filter(sql -> !sql.isBlank()).toList();
        return new TableScript(statements, named(TABLE, statements), named(ROWS, statements));
    }

    private static Set<String> named(Pattern pattern, List<String> statements) {
        return statements.stream()
                .map(pattern::matcher)
                .filter(Matcher::lookingAt)
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    /** The table that a statement creates. */
    static Optional<String> created(String statement) {
        Matcher table = TABLE.matcher(statement);
        return table.lookingAt() ? Optional.of(table.group(1)) : Optional.empty();
    }

    /** Whether the script names an engine with transactions for a table, where a database has others, too. */
    boolean isTransactional(String table) {
        return statements.stream()
                .anyMatch(statement -> created(statement).filter(table::equals).isPresent()
                        && ENGINE.matcher(statement).find());
    }

    /** The table that a statement inserts rows into. */
    static Optional<String> filled(String statement) {
        Matcher table = ROWS.matcher(statement);
        return table.lookingAt() ? Optional.of(table.group(1)) : Optional.empty();
    }

    /** Whether all tables are there, and each that is filled has a row: not every database creates and fills a table in one transaction. */
    boolean isExecuted(Connection connection, SchemaDialect dialect) throws SQLException {
        for (String table : tables) {
            if (!dialect.hasTable(connection, table)) {
                return false;
            }
        }
        for (String table : filled) {
            if (!hasRow(connection, table)) {
                return false;
            }
        }
        return true;
    }

    static boolean hasRow(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(1);
            try (ResultSet row = statement.executeQuery("SELECT 1 FROM " + table)) {
                return row.next();
            }
        }
    }
}
