package io.counterfoil.frameworks;

import java.util.concurrent.locks.Lock;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.jdbc.store.JdbcMessageStore;
import org.springframework.messaging.support.MessageBuilder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Handlers that take a lock, or store a message. */
@RestController
class IntegrationHandlers {

    private final Notes notes;
    private final JdbcLockRegistry locks;
    private final JdbcMessageStore messages;
    private final JdbcMetadataStore metadata;
    private final Committed committed;
    private final TransactionTemplate transaction;

    IntegrationHandlers(
            Notes notes,
            JdbcLockRegistry locks,
            JdbcMessageStore messages,
            JdbcMetadataStore metadata,
            Committed committed,
            PlatformTransactionManager manager) {
        this.notes = notes;
        this.locks = locks;
        this.messages = messages;
        this.metadata = metadata;
        this.committed = committed;
        this.transaction = new TransactionTemplate(manager);
    }

    @PostMapping("/lock/{what}")
    String lock(@PathVariable String what) {
        Lock lock = locks.obtain(what);
        lock.lock();
        try {
            notes.write(what);
            return "held: " + committed.locks();
        } finally {
            lock.unlock();
        }
    }

    @PostMapping("/lock-in-a-transaction/{what}")
    String lockInATransaction(@PathVariable String what) {
        return transaction.execute(status -> lock(what));
    }

    @PostMapping("/lock-then-failure/{what}")
    String lockThenFailure(@PathVariable String what) {
        lock(what);
        throw new IllegalStateException("after the lock");
    }

    @PostMapping("/message/{what}")
    String message(@PathVariable String what) {
        messages.addMessage(MessageBuilder.withPayload(what).build());
        notes.write(what);
        return what;
    }

    @PostMapping("/message-then-failure/{what}")
    String messageThenFailure(@PathVariable String what) {
        message(what);
        throw new IllegalStateException("after the message");
    }

    @PostMapping("/metadata/{what}")
    String metadata(@PathVariable String what) {
        return String.valueOf(metadata.putIfAbsent(what, what));
    }

    @PostMapping("/metadata-then-failure/{what}")
    String metadataThenFailure(@PathVariable String what) {
        metadata(what);
        throw new IllegalStateException("after the metadata");
    }
}
