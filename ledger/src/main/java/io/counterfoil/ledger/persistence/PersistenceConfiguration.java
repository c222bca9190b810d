package io.counterfoil.ledger.persistence;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.References;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The directories of names, for the domain. */
@Configuration(proxyBeanMethods = false)
class PersistenceConfiguration {

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
