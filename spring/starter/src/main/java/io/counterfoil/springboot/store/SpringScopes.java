package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.transaction.ScopeListener;
import java.util.ArrayList;
import java.util.List;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/** Spring's transactions inside a unit of work: which of them commit separately, and when their callbacks run. Thread-safe. */
final class SpringScopes implements ScopeListener {

    /** What gives back resources of the ended transaction, and has to do so when it ends. */
    private static final List<String> RESOURCES =
            List.of("org.springframework.jdbc.", "org.springframework.orm.", "org.mybatis.");

    @Override
    public boolean isSeparate(boolean nested) {
        return KeyedWork.isSeparate(nested);
    }

    /**
     * Takes the callbacks of the transaction that has just ended from its manager, which would call them before the unit has committed. Called within
     * the manager's commit, in which they were told already that it would follow.
     */
    @Override
    public void ended(Unit unit) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            return;
        }
        List<TransactionSynchronization> later = new ArrayList<>();
        List<TransactionSynchronization> now = new ArrayList<>();
        for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
            (isOfResources(synchronization) ? now : later).add(synchronization);
        }
        if (later.isEmpty()) {
            return;
        }
        TransactionSynchronizationManager.clearSynchronization();
        TransactionSynchronizationManager.initSynchronization();
        now.forEach(TransactionSynchronizationManager::registerSynchronization);
        unit.afterEnd(committed -> run(later, committed));
    }

    @Override
    public boolean isManaged() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }

    private static boolean isOfResources(TransactionSynchronization synchronization) {
        String type = synchronization.getClass().getName();
        return synchronization instanceof KeyedWork || RESOURCES.stream().anyMatch(type::startsWith);
    }

    private static void run(List<TransactionSynchronization> callbacks, boolean committed) {
        try {
            if (committed) {
                TransactionSynchronizationUtils.invokeAfterCommit(callbacks);
            }
        } finally {
            TransactionSynchronizationUtils.invokeAfterCompletion(
                    callbacks,
                    committed
                            ? TransactionSynchronization.STATUS_COMMITTED
                            : TransactionSynchronization.STATUS_ROLLED_BACK);
        }
    }
}
