package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Finds the data source that records are kept in, and the manager of its transactions; the error names the candidates. */
record DatabaseBeans(ListableBeanFactory beans) {

    DataSource dataSource() {
        return one(
                DataSource.class,
                "data source",
                "Mark the data source that the handlers write to with @Primary: records are stored in the same "
                        + "database. Or exclude"
                        + " CounterfoilStoreAutoConfiguration and define beans of type ClaimStore and LeaseStore.");
    }

    /** Whether it leads to several databases, by the thread. */
    boolean isRouted() {
        return dataSource() instanceof AbstractRoutingDataSource;
    }

    /** The databases that it leads to: each has the tables. */
    List<DataSource> databases() {
        DataSource dataSource = dataSource();
        if (!(dataSource instanceof AbstractRoutingDataSource routing)) {
            return List.of(dataSource);
        }
        Set<DataSource> targets = new LinkedHashSet<>();
        Optional.ofNullable(routing.getResolvedDefaultDataSource()).ifPresent(targets::add);
        targets.addAll(routing.getResolvedDataSources().values());
        return List.copyOf(targets);
    }

    /** Leases are renewed by threads that no route is known to: they are all in one database. */
    DataSource ofLeases() {
        return databases().get(0);
    }

    PlatformTransactionManager transactionManager() {
        return one(
                PlatformTransactionManager.class,
                "transaction manager",
                "Mark the transaction manager of the data source of the records with @Primary, or define a bean of type"
                        + " io.counterfoil.jdbc.transaction.Transactions.");
    }

    private <T> T one(Class<T> type, String what, String choice) {
        try {
            return beans.getBean(type);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new CounterfoilStartUpException(
                    "Counterfoil found more than one " + what + " and none is primary: "
                            + String.join(", ", beans.getBeanNamesForType(type)) + ".",
                    choice,
                    several);
        } catch (NoSuchBeanDefinitionException none) {
            throw missing(what, none);
        }
    }

    private CounterfoilStartUpException missing(String what, NoSuchBeanDefinitionException none) {
        boolean reactive = beans.getBeanNamesForType(ReactiveTransactionManager.class, true, false).length > 0;
        String description = "Counterfoil keeps records in the transactions of a handler, and found no " + what
                + (reactive ? ": the only one there is is reactive, and its transactions belong to no thread." : ".");
        return new CounterfoilStartUpException(
                description,
                "Define a bean of type PlatformTransactionManager for the data source, such as a JdbcTransactionManager:"
                        + " spring-boot-starter-jdbc and spring-boot-starter-data-jpa bring one.",
                none);
    }

    /** Finds out, by an empty transaction, whether the manager's transactions take part in units of work. */
    void belongTogether(Transactions transactions) {
        if (!(transactions instanceof SpringTransactions units)) {
            return;
        }
        boolean together = units.run(unit -> {
            TransactionStatus status = transactionManager().getTransaction(new DefaultTransactionDefinition());
            try {
                return units.isInSpringsTransaction();
            } finally {
                transactionManager().rollback(status);
            }
        });
        if (!together) {
            throw new CounterfoilStartUpException(
                    "Counterfoil cannot store records in the transactions of this transaction manager: it manages another data"
                            + " source than that of the records.",
                    "Mark a data source and its transaction manager with @Primary, or define a bean of"
                            + " type io.counterfoil.jdbc.transaction.Transactions.");
        }
    }
}
