package io.counterfoil.springconsole.page;

import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.records.JoinedLeases;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import io.counterfoil.springconsole.duplicate.StoredDuplicates;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** What the console keeps in the application's database, and reads there. */
@AutoConfiguration(
        afterName = "io.counterfoil.springboot.store.CounterfoilStoreAutoConfiguration",
        beforeName = "io.counterfoil.springboot.store.CounterfoilTablesAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DataSource.class)
@ConditionalOnBean({DataSource.class, Transactions.class})
@EnableConfigurationProperties(ConsoleProperties.class)
class CounterfoilConsoleStoreAutoConfiguration {

    @Bean
    static TableSchema consoleTables() {
        return ConsoleAudit.SCHEMA;
    }

    @Bean
    ConsoleAudit consoleAudit(DatabaseTables tables, Transactions transactions) {
        return new ConsoleAudit(transactions);
    }

    /** The purge of records removes them, too. */
    @Bean
    ExpiredRows expiredDecisions(ConsoleAudit audit, ConsoleProperties console) {
        return ExpiredRows.of("decisions", limit -> audit.purge(console.auditRetention(), limit));
    }

    /** Where records are in that database. */
    @Bean
    @ConditionalOnBean(JoinedLeases.class)
    StoredDuplicates consoleStoredDuplicates(DatabaseTables tables, Transactions transactions) {
        return new StoredDuplicates(transactions);
    }
}
