package io.counterfoil.ledger;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.ledger.domain.LedgerStore;
import io.counterfoil.ledger.domain.Ledgers;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The service as a Spring Boot application; {@code launch} starts it with a database. */
@SpringBootApplication(proxyBeanMethods = false)
public class LedgerApplication {

    /** For Spring to make. */
    public LedgerApplication() {}

    @Bean
    Ledgers ledgers(LedgerStore store, DataKeys keys) {
        return new Ledgers(store, keys);
    }
}
