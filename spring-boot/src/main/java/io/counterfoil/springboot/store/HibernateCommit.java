package io.counterfoil.springboot.store;

import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.Synchronization;
import org.hibernate.Session;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The commit of a transaction of JPA's manager on Hibernate. Hibernate flushes in it, runs what its own listeners (Envers, Hibernate Search)
 * and interceptors have put off to it, then calls the transaction's synchronizations, and then the driver.
 */
final class HibernateCommit {

    private static final boolean PRESENT =
            isPresent("org.springframework.orm.jpa.JpaTransactionManager") && isPresent("org.hibernate.Session");

    private HibernateCommit() {}

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, HibernateCommit.class.getClassLoader());
    }

    /**
     * Runs this behind everything that Hibernate writes in the commit of the current transaction; never where that rolls back. What it throws
     * undoes the transaction.
     *
     * @return false where the manager is not JPA's, or its provider is not Hibernate
     */
    static boolean runLast(PlatformTransactionManager manager, Runnable last) {
        return PRESENT && OfHibernate.runLast(manager, last);
    }

    /** Loaded where the types are there. */
    private static final class OfHibernate {

        static boolean runLast(PlatformTransactionManager manager, Runnable last) {
            EntityManagerFactory factory =
                    manager instanceof JpaTransactionManager jpa ? jpa.getEntityManagerFactory() : null;
            if (factory == null
                    || !(TransactionSynchronizationManager.getResource(factory) instanceof EntityManagerHolder holder)
                    || !(holder.getEntityManager() instanceof Session session)) {
                return false;
            }
            session.getTransaction().registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    last.run();
                }

                @Override
                public void afterCompletion(int status) {
                    // The outcome is the manager's to report.
                }
            });
            return true;
        }
    }
}
