package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.dialect.UnsupportedDatabaseException;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.SchemaMismatchException;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Creates and verifies the tables of features at start-up; the error has what is missing of all of them.
 *
 * @param create whether missing tables are created
 * @param wanted the dialect whose tables the application wants; empty for those of the database that is found
 */
record TablePreparation(List<TableSchema> features, boolean create, Optional<SqlDialect> wanted) {

    private static final String UNSUPPORTED =
            "Use PostgreSQL, MariaDB, MySQL or H2 for the data source that the handlers write to (the one that is @Primary among several)."
                    + " For records elsewhere define beans of type ClaimStore and LeaseStore, and exclude"
                    + " io.counterfoil.springboot.store.CounterfoilStoreAutoConfiguration by spring.autoconfigure.exclude. Where the"
                    + " starter is to guard nothing, exclude it likewise and set counterfoil.guard=none.";

    /** @throws CounterfoilStartUpException when anything is missing or different, or the database is not supported */
    void prepare(DataSource dataSource) {
        List<SchemaMismatchException> mismatches = new ArrayList<>();
        try {
            for (TableSchema feature : features) {
                if (create) {
                    wanted.ifPresentOrElse(
                            dialect -> feature.create(dataSource, dialect), () -> feature.create(dataSource));
                }
                try {
                    verify(feature, dataSource, wanted);
                } catch (SchemaMismatchException mismatch) {
                    mismatches.add(mismatch);
                }
            }
        } catch (IllegalStateException refused) {
            throw refused(refused, wanted.isPresent());
        }
        if (!mismatches.isEmpty()) {
            throw mismatch(mismatches);
        }
    }

    /** With the warnings about the database, once. */
    private static void verify(TableSchema feature, DataSource dataSource, Optional<SqlDialect> wanted) {
        if (feature.equals(JdbcSchema.SCHEMA)) {
            wanted.ifPresentOrElse(
                    dialect -> JdbcSchema.verify(dataSource, dialect), () -> JdbcSchema.verify(dataSource));
        } else {
            wanted.ifPresentOrElse(dialect -> feature.verify(dataSource, dialect), () -> feature.verify(dataSource));
        }
    }

    private CounterfoilStartUpException mismatch(List<SchemaMismatchException> mismatches) {
        SchemaMismatchException first = mismatches.get(0);
        return new CounterfoilStartUpException(
                "Counterfoil cannot use its tables: " + joined(mismatches, SchemaMismatchException::description) + ".",
                joined(mismatches, SchemaMismatchException::action)
                        + (create
                                ? ""
                                : " counterfoil.create-table=true creates missing tables at start-up; Flyway creates those of all"
                                        + " features with classpath:counterfoil-schema/{vendor} among spring.flyway.locations, and"
                                        + " 'counterfoil schema print' prints them."),
                first);
    }

    private static String joined(
            List<SchemaMismatchException> mismatches, Function<SchemaMismatchException, String> part) {
        return mismatches.stream().map(part).distinct().collect(Collectors.joining("\n"));
    }

    private static CounterfoilStartUpException refused(IllegalStateException refusal, boolean chosen) {
        if (chosen) {
            return new CounterfoilStartUpException(
                    "The tables of the SqlDialect bean cannot be used: " + refusal.getMessage() + ".",
                    "Define the SqlDialect bean by the way in which the tables are distributed, or remove it.",
                    refusal);
        }
        boolean unsupported = refusal instanceof UnsupportedDatabaseException;
        return new CounterfoilStartUpException(
                "Counterfoil cannot keep its tables in this database: " + refusal.getMessage() + ".",
                unsupported ? UNSUPPORTED : "Change what this names.",
                refusal);
    }
}
