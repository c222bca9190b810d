package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.PurgeSettings;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Forgets old creations, where {@code counterfoil-jdbc-entities} is on the class path and the application has a bean of type {@link
 * CreationIdentifiers}, whose table is in the database of the records.
 */
@AutoConfiguration(after = CounterfoilStoreAutoConfiguration.class)
@ConditionalOnClass(CreationIdentifiers.class)
@ConditionalOnBean({CreationIdentifiers.class, Transactions.class})
class CounterfoilCreationsAutoConfiguration {

    @Bean
    static TableSchema creationTables() {
        return CreationIdentifiers.SCHEMA;
    }

    @Bean
    CreationPurge creationPurge(
            DatabaseTables tables,
            Transactions transactions,
            CreationIdentifiers creations,
            CounterfoilProperties properties,
            ObjectProvider<PurgeSettings> purge) {
        return new CreationPurge(
                transactions,
                creations,
                properties.purge().interval(),
                purge.getIfAvailable(() -> PurgeSettings.DEFAULT));
    }
}
