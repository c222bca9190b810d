package org.springframework.integration.jdbc.lock;

import org.springframework.transaction.support.TransactionTemplate;

/** Stands for the locks of Spring Integration, which are taken and released in transactions of their own. */
public final class LockTable {

    private LockTable() {}

    /** Writes in a transaction of the template's. */
    public static void write(TransactionTemplate template, Runnable work) {
        template.executeWithoutResult(status -> work.run());
    }
}
