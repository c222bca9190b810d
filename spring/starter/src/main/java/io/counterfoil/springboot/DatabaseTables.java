package io.counterfoil.springboot;

import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.TableSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The tables that this library uses in the application's database: those of each bean of type {@link TableSchema}. They were created where they
 * were missing, or verified, before this bean exists, and after the application's own migrations. A bean that works on such tables takes this
 * one as a parameter.
 *
 * <pre>{@code
 * @Bean
 * TableSchema operationTables() {
 *     return Operations.SCHEMA;
 * }
 *
 * @Bean
 * Operations operations(DatabaseTables tables, DataSource dataSource) { … }
 * }</pre>
 *
 * Thread-safe.
 */
public final class DatabaseTables {

    private final List<Tables> databases;

    private DatabaseTables(List<Tables> databases) {
        this.databases = databases;
    }

    /**
     * The tables of one database.
     *
     * @param names in the order of the features
     */
    private record Tables(DataSource dataSource, SqlDialect dialect, List<String> names) {

        List<String> missing() {
            try (Connection connection = dataSource.getConnection()) {
                List<String> missing = dialect.schema().missingTables(connection, names);
                if (!connection.getAutoCommit()) {
                    connection.rollback();
                }
                return missing;
            } catch (SQLException failure) {
                throw new StoreException("looking for tables", failure);
            }
        }
    }

    /**
     * {@return tables that were created or verified}
     *
     * @param databases those that have them: several behind a routing data source
     * @param features the schemas of the tables, which each database has
     */
    public static DatabaseTables of(List<DataSource> databases, List<TableSchema> features) {
        List<Tables> tables = new ArrayList<>();
        for (DataSource database : databases) {
            try {
                SqlDialect dialect = Dialects.of(database);
                List<String> names = features.stream()
                        .flatMap(feature -> feature.tables(dialect).stream())
                        .distinct()
                        .toList();
                tables.add(new Tables(database, dialect, names));
            } catch (SQLException failure) {
                throw new StoreException("asking the database what it is", failure);
            }
        }
        return new DatabaseTables(List.copyOf(tables));
    }

    /**
     * {@return the names of the tables that do not exist any more, found by one statement for each database; empty when all are there}
     *
     * @throws StoreException when a database is unreachable, or refuses
     */
    public List<String> missing() {
        return databases.stream()
                .flatMap(database -> database.missing().stream())
                .distinct()
                .toList();
    }
}
