package io.counterfoil.transparency.shapes;

import io.counterfoil.springboot.AllowSeparateTransaction;
import java.io.IOException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A service with a method for each kind of {@code @Transactional}. */
@Service
public class InTransaction {

    /** Work of the service. */
    @FunctionalInterface
    public interface Step {
        void run() throws Exception;
    }

    @Transactional
    public void required(Step step) throws Exception {
        step.run();
    }

    public void none(Step step) throws Exception {
        step.run();
    }

    @Transactional(propagation = Propagation.SUPPORTS)
    public void supports(Step step) throws Exception {
        step.run();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    public void mandatory(Step step) throws Exception {
        step.run();
    }

    @Transactional(propagation = Propagation.NEVER)
    public void never(Step step) throws Exception {
        step.run();
    }

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public void notSupported(Step step) throws Exception {
        step.run();
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void requiresNew(Step step) throws Exception {
        step.run();
    }

    @AllowSeparateTransaction
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void requiresNewAllowed(Step step) throws Exception {
        step.run();
    }

    @Transactional(propagation = Propagation.NESTED)
    public void nested(Step step) throws Exception {
        step.run();
    }

    @Transactional(isolation = Isolation.READ_UNCOMMITTED)
    public void readUncommitted(Step step) throws Exception {
        step.run();
    }

    @Transactional(isolation = Isolation.READ_COMMITTED)
    public void readCommitted(Step step) throws Exception {
        step.run();
    }

    @Transactional(isolation = Isolation.REPEATABLE_READ)
    public void repeatableRead(Step step) throws Exception {
        step.run();
    }

    @Transactional(isolation = Isolation.SERIALIZABLE)
    public void serializable(Step step) throws Exception {
        step.run();
    }

    @Transactional(isolation = Isolation.SERIALIZABLE, readOnly = true)
    public void serializableReadOnly(Step step) throws Exception {
        step.run();
    }

    @Transactional(readOnly = true)
    public void readOnly(Step step) throws Exception {
        step.run();
    }

    @Transactional(timeout = 600)
    public void withTimeout(Step step) throws Exception {
        step.run();
    }

    @Transactional(timeout = 1)
    public void withinASecond(Step step) throws Exception {
        step.run();
    }

    @Transactional(timeout = 600, isolation = Isolation.REPEATABLE_READ)
    public void repeatableReadWithTimeout(Step step) throws Exception {
        step.run();
    }

    @Transactional(rollbackFor = Exception.class)
    public void rollbackForAll(Step step) throws Exception {
        step.run();
    }

    @Transactional(noRollbackFor = IllegalStateException.class)
    public void noRollbackForState(Step step) throws Exception {
        step.run();
    }

    @Transactional(rollbackForClassName = "IOException")
    public void rollbackForName(Step step) throws IOException, Exception {
        step.run();
    }

    @Retryable(includes = TransientDataAccessException.class, maxRetries = 3, delay = 1)
    @Transactional
    public void retried(Step step) throws Exception {
        step.run();
    }

    @Retryable(includes = TransientDataAccessException.class, maxRetries = 3, delay = 1)
    @Transactional(isolation = Isolation.SERIALIZABLE)
    public void retriedSerializable(Step step) throws Exception {
        step.run();
    }
}
