package io.counterfoil.cli.schema;

import io.counterfoil.cli.Program;
import io.counterfoil.testkit.database.Database;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Where a database is, and how it is entered. */
record Place(String url, String user, String password) {

    /** What a command has printed. */
    record Result(int exitCode, String out, String err) {}

    static Place of(Database database) {
        return new Place(database.jdbcUrl(), database.user(), database.password());
    }

    static Place h2() {
        return new Place("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "secret");
    }

    Result run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("schema", args[0], "--url=" + url));
        all.addAll(List.of(args).subList(1, args.length));
        int exitCode = Program.commandLine(Map.of(DatabaseOptions.USER, user, DatabaseOptions.PASSWORD, password))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all.toArray(String[]::new));
        return new Result(exitCode, out.toString(), err.toString());
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }
}
