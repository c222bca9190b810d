package io.counterfoil.ledger.persistence;

import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.References;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import java.sql.SQLException;
import java.time.InstantSource;
import javax.sql.DataSource;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Creations by a command, and the directories of names, for the domain. */
@Configuration(proxyBeanMethods = false)
class PersistenceConfiguration {

    /** PostgreSQL, or Citus where the connection leads to a node of a cluster. */
    @Bean
    SqlDialect dialect(DataSource dataSource) throws SQLException {
        return Dialects.of(dataSource);
    }

    /** On Citus the tables have other keys, and a place on its nodes. */
    @Bean
    FlywayConfigurationCustomizer migrations(SqlDialect dialect) {
        return flyway -> {
            if (dialect.isDistributed()) {
                flyway.locations("classpath:db/citus");
            }
        };
    }

    @Bean
    JdbcLedgerStore ledgerStore(SqlDialect dialect, JdbcClient jdbc, SpringConnection connection) {
        return dialect.isDistributed() ? new CitusLedgerStore(jdbc, connection) : new JdbcLedgerStore(jdbc, connection);
    }

    /** A bean, so that the starter forgets old ones; so few are left that random IDs cost nothing. */
    @Bean
    CreationIdentifiers creations(SqlDialect dialect, InstantSource clock) {
        return CreationIdentifiers.builder(dialect)
                .clock(clock)
                .commandIds(UuidRule.anyVersion())
                .build();
    }

    @Bean
    References<LedgerId> ledgerNames(SpringConnection connection, Directory directory) {
        return new JdbcReferences<>(connection, directory.ledgers);
    }

    @Bean
    References<TransactionId> transactionNames(SpringConnection connection, Directory directory) {
        return new JdbcReferences<>(connection, directory.transactions);
    }

    @Bean
    References<ReversalId> reversalNames(SpringConnection connection, Directory directory) {
        return new JdbcReferences<>(connection, directory.reversals);
    }
}
