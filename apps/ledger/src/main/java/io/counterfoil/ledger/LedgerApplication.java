package io.counterfoil.ledger;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.ledger.domain.BatchStore;
import io.counterfoil.ledger.domain.Batches;
import io.counterfoil.ledger.domain.BulkStore;
import io.counterfoil.ledger.domain.CommandStore;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.LedgerStore;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.References;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.Stores;
import io.counterfoil.ledger.domain.TransactionId;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The service as a Spring Boot application; {@code launch} starts it with a database. */
// All errors are problem details, of the API, the starter or the container, so the error page is disabled.
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class)
public class LedgerApplication {

    @Bean
    @ConditionalOnMissingBean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    Stores stores(
            LedgerStore ledgers,
            CommandStore commands,
            References<LedgerId> ledgerNames,
            References<TransactionId> transactionNames,
            References<ReversalId> reversalNames) {
        return new Stores(ledgers, commands, ledgerNames, transactionNames, reversalNames);
    }

    @Bean
    Ledgers ledgers(Stores stores, DataKeys keys, InstantSource clock) {
        return new Ledgers(stores, keys, clock);
    }

    @Bean
    Batches batches(LedgerStore ledgers, BatchStore batches, BulkStore bulk, DataKeys keys) {
        return new Batches(ledgers, batches, bulk, keys);
    }
}
