package io.counterfoil.operations;

import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.testkit.database.ReusingDataSource;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** A process that works until it is killed, or until its parent ends. Says each step that it is about to commit. */
final class KilledMain {

    private static final int ITEMS_OF_A_STEP = 40;

    private static final PrintStream OUT = System.out;

    private KilledMain() {}

    public static void main(String[] arguments) throws IOException, SQLException {
        DataSource source = ReusingDataSource.of(arguments[0], arguments[1], arguments[2], "killed");
        Operations operations = Operations.builder(source, Dialects.of(source))
                .work("items", KilledMain::advance)
                .settings(OperationSettings.DEFAULT.withIntervals(Duration.ofMillis(20), Duration.ofMillis(100)))
                .build();
        operations.start();
        while (System.in.read() >= 0) {
            // Nothing is said to it.
        }
        Runtime.getRuntime().halt(0);
    }

    private static OperationStep advance(Connection connection, Operation operation) throws SQLException {
        int from = operation.recoveryPoint().isEmpty() ? 0 : Integer.parseInt(operation.recoveryPoint());
        if (isEnough(connection)) {
            return new OperationStep.Finished("{\"applied\":" + from + "}", from);
        }
        int to = from + ITEMS_OF_A_STEP;
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO item SELECT ?, n FROM generate_series(?, ?) n")) {
            insert.setString(1, operation.reference().value());
            insert.setInt(2, from);
            insert.setInt(3, to - 1);
            insert.executeUpdate();
        }
        OUT.println("to " + to);
        return new OperationStep.GoOn(Integer.toString(to), to);
    }

    private static boolean isEnough(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT enough FROM enough")) {
            return row.next();
        }
    }
}
