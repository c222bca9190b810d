package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.operations.Operations;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.settings.PurgeSettings;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * What is removed after its retention besides records: creations, batches and operations, where the application has a bean of type {@link
 * CreationIdentifiers}, {@link Batches} or {@link Operations}, whose tables are in the database of the records. No nested class is a {@code
 * @Configuration}, so that no scan of components finds it.
 */
@AutoConfiguration(after = CounterfoilStoreAutoConfiguration.class)
@ConditionalOnBean(Transactions.class)
class CounterfoilRetentionAutoConfiguration {

    private static PurgeSettings settings(ObjectProvider<PurgeSettings> purge) {
        return purge.getIfAvailable(() -> PurgeSettings.DEFAULT);
    }

    /** Nothing, where they are kept forever. */
    private static ExpiredRows rows(String name, Retention retention, Function<Duration, ExpiredRows> rows) {
        return retention.duration().map(rows).orElseGet(() -> ExpiredRows.of(name, limit -> 0));
    }

    /** Where the application remembers which command created an entity. */
    @ConditionalOnClass(CreationIdentifiers.class)
    @ConditionalOnBean(CreationIdentifiers.class)
    static class Creations {

        @Bean
        static TableSchema creationTables() {
            return CreationIdentifiers.SCHEMA;
        }

        @Bean
        ExpiredCreations expiredCreations(
                DatabaseTables tables,
                Transactions transactions,
                CreationIdentifiers creations,
                ObjectProvider<PurgeSettings> purge) {
            return ExpiredCreations.of(creations, transactions, settings(purge).creations());
        }
    }

    /** Where the application has batches. */
    @ConditionalOnClass(Batches.class)
    @ConditionalOnBean(Batches.class)
    static class BatchesOfEntities {

        @Bean
        ExpiredRows expiredBatches(
                DatabaseTables tables,
                Transactions transactions,
                Batches batches,
                ObjectProvider<PurgeSettings> purge) {
            return rows("batches", settings(purge).batches(), age -> batches.expired(transactions, age));
        }
    }

    /** Where the application has long-running work. */
    @ConditionalOnClass(Operations.class)
    @ConditionalOnBean(Operations.class)
    static class EndedOperations {

        @Bean
        ExpiredRows expiredOperations(
                DatabaseTables tables, Operations operations, ObjectProvider<PurgeSettings> purge) {
            return rows("operations", settings(purge).operations(), operations::expired);
        }
    }
}
