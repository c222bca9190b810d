package io.counterfoil.ledger.imports;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.callbacks.TargetPolicy;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.ledger.domain.Batches;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.MetadataText;
import io.counterfoil.ledger.domain.RefusalText;
import io.counterfoil.operations.OperationSettings;
import io.counterfoil.operations.Operations;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures imports and the runtime that executes them. */
@Configuration(proxyBeanMethods = false)
class ImportConfiguration {

    private static final Duration POLLING = Duration.ofSeconds(1);

    /** Closed after the operations, because they depend on it. */
    @Bean(destroyMethod = "close")
    CallbackSettings callbackSettings(
            @Value("${ledger.callbacks.secret:}") String secret,
            @Value("${ledger.callbacks.allow-loopback:false}") boolean loopback) {
        if (secret.isEmpty()) {
            return CallbackSettings.none();
        }
        TargetPolicy policy = loopback ? TargetPolicy.builder().allowLoopback().build() : TargetPolicy.publicTargets();
        return CallbackSettings.of(Callbacks.under(policy), CallbackSecret.parse(secret));
    }

    /** Starts after the migration of the schema, and stops before the connection pool closes. */
    @Bean(initMethod = "start", destroyMethod = "close")
    @DependsOnDatabaseInitialization
    Operations operations(
            DataSource dataSource,
            SqlDialect dialect,
            Transactions transactions,
            ImportStore store,
            Batches batches,
            RefusalText refusals,
            MetadataText metadata,
            CallbackSettings callbacks,
            @Value("${ledger.imports.heartbeat:2s}") Duration heartbeat) {
        Operations.Builder operations = Operations.builder(dataSource, dialect)
                .transactions(transactions)
                .settings(OperationSettings.DEFAULT.withThreads(2, 1).withIntervals(POLLING, heartbeat))
                .work(ImportQueue.KIND, new ImportWork(store, batches, refusals, metadata));
        callbacks.callbacks().ifPresent(via -> operations.callbacks(via, callbacks::secretsOf));
        return operations.build();
    }

    @Bean
    Imports imports(
            ImportStore store,
            ImportQueue queue,
            CallbackSettings callbacks,
            Batches batches,
            Ledgers ledgers,
            DataKeys keys,
            HttpPolicy policy) {
        Path spool = Path.of(System.getProperty("java.io.tmpdir"));
        CsvUpload upload = new CsvUpload(ImportLimits.DEFAULT, policy.body().rate(), spool);
        return new Imports(store, queue, callbacks, batches, ledgers, keys, upload);
    }
}
