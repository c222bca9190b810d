package io.counterfoil.hibernate;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.tool.schema.Action;

/** A session factory on a database of its own, and the same database through plain JDBC. */
final class TestDatabase implements AutoCloseable {

    private final DataSource dataSource;
    private final SessionFactory factory;
    private final List<String> statements = new ArrayList<>();

    TestDatabase(DataSource dataSource, Class<?>... entities) {
        this.dataSource = dataSource;
        this.factory = new HibernatePersistenceConfiguration("test")
                .managedClasses(entities)
                .property(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, dataSource)
                .property(AvailableSettings.STATEMENT_BATCH_SIZE, 50)
                .schemaToolingAction(Action.CREATE_ONLY)
                .collectStatistics(true)
                .statementInspector(sql -> {
                    statements.add(sql);
                    return sql;
                })
                .createEntityManagerFactory();
    }

    SessionFactory factory() {
        return factory;
    }

    void run(Consumer<Session> work) {
        factory.inTransaction(work);
    }

    <R> R call(Function<Session, R> work) {
        return factory.fromTransaction(work);
    }

    /** The statements that Hibernate prepares during some work. */
    List<String> statementsOf(Runnable work) {
        statements.clear();
        work.run();
        return List.copyOf(statements);
    }

    /** The first column of the result, as texts. */
    List<String> read(String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            List<String> result = new ArrayList<>();
            while (rows.next()) {
                result.add(String.valueOf(rows.getString(1)));
            }
            return result;
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    void write(String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters)) {
            statement.executeUpdate();
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    /** The type of a column, as the database calls it, in lower case. */
    String columnType(String table, String column) {
        return read(
                        "select lower(data_type) from information_schema.columns"
                                + " where lower(table_name) = ? and lower(column_name) = ?",
                        table,
                        column)
                .get(0);
    }

    /** The length of a column, in characters. */
    String columnLength(String table, String column) {
        return read(
                        "select character_maximum_length from information_schema.columns"
                                + " where lower(table_name) = ? and lower(column_name) = ?",
                        table,
                        column)
                .get(0);
    }

    @Override
    public void close() {
        factory.close();
    }
}
