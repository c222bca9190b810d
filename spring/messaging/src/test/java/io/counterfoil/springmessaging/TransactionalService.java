package io.counterfoil.springmessaging;

import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** A service with a method for each kind of {@code @Transactional}. */
class TransactionalService {

    @Transactional
    public void required(Runnable work) {
        work.run();
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void requiresNew(Runnable work) {
        work.run();
    }

    @Transactional(propagation = Propagation.NESTED)
    public void nested(Runnable work) {
        work.run();
    }

    @Transactional(isolation = Isolation.SERIALIZABLE)
    public void serializable(Runnable work) {
        work.run();
    }

    @Transactional(readOnly = true)
    public void readOnly(Runnable work) {
        work.run();
    }

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public void notSupported(Runnable work) {
        work.run();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    public void mandatory(Runnable work) {
        work.run();
    }

    @Transactional(noRollbackFor = IllegalStateException.class)
    public void commitsItsFailure(Runnable work) {
        work.run();
    }

    @Transactional(isolation = Isolation.REPEATABLE_READ, readOnly = true, timeout = 600)
    public void snapshot(Runnable work) {
        work.run();
    }

    /** Announces what happened, and what its listener is to do. */
    record Happened(TransactionPhase phase, Runnable work) {}

    /** Listens to events of transactions. */
    static class Listeners {

        @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
        public void beforeCommit(Happened event) {
            if (event.phase() == TransactionPhase.BEFORE_COMMIT) {
                event.work().run();
            }
        }

        @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
        public void afterCommit(Happened event) {
            if (event.phase() == TransactionPhase.AFTER_COMMIT) {
                event.work().run();
            }
        }
    }
}
