package io.counterfoil.ledger.persistence;

import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.References;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creations by a command, and the directories of names, for the domain. */
@Configuration(proxyBeanMethods = false)
class PersistenceConfiguration {

    /** A bean, so that the starter forgets old ones. */
    @Bean
    CreationIdentifiers creations(InstantSource clock) {
        return CreationIdentifiers.on(SqlDialect.POSTGRESQL).clock(clock).build();
    }

    @Bean
    References<LedgerId> ledgerNames(SpringConnection connection) {
        return new JdbcReferences<>(connection, Directory.LEDGERS);
    }

    @Bean
    References<TransactionId> transactionNames(SpringConnection connection) {
        return new JdbcReferences<>(connection, Directory.TRANSACTIONS);
    }

    @Bean
    References<ReversalId> reversalNames(SpringConnection connection) {
        return new JdbcReferences<>(connection, Directory.REVERSALS);
    }
}
