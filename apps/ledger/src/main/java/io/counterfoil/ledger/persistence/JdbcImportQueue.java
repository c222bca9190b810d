package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.imports.ImportQueue;
import io.counterfoil.operations.NewOperation;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.Operations;
import io.counterfoil.operations.Submission;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Imports as operations, in Spring's transactions. Thread-safe. */
@Repository
class JdbcImportQueue implements ImportQueue {

    private static final SQLExceptionTranslator FAILURES = new SQLExceptionSubclassTranslator();

    private final SpringConnection connection;
    private final Operations operations;
    private final TransactionOperations transaction;

    JdbcImportQueue(SpringConnection connection, Operations operations, PlatformTransactionManager manager) {
        this.connection = connection;
        this.operations = operations;
        this.transaction = new TransactionTemplate(manager);
    }

    /** Wakes the workers after the commit: of the keyed unit of work, where it is part of one. */
    @Override
    public Operation submit(NewOperation work) {
        return Objects.requireNonNull(transaction.execute(status -> submitted(work)));
    }

    private Operation submitted(NewOperation work) {
        Submission submission = connection.run(jdbc -> operations.submit(jdbc, work));
        if (!(submission instanceof Submission.Submitted)) {
            throw new IllegalStateException("the import was created concurrently: " + work);
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                operations.wake();
            }
        });
        return submission.operation();
    }

    @Override
    public Optional<Operation> find(ClientId client, ReferenceId reference) {
        return connection.run(jdbc -> operations.find(jdbc, Directory.namespaceOf(client), KIND, reference));
    }

    @Override
    public List<Operation> list(ClientId client, Optional<ReferenceId> after, int limit) {
        return connection.run(jdbc -> operations.list(jdbc, Directory.namespaceOf(client), KIND, after, limit));
    }

    @Override
    public Optional<Operation> await(ClientId client, ReferenceId reference, Duration time)
            throws InterruptedException {
        try {
            return operations.await(Directory.namespaceOf(client), KIND, reference, time);
        } catch (SQLException failure) {
            throw FAILURES.translate("await an import", null, failure);
        }
    }
}
