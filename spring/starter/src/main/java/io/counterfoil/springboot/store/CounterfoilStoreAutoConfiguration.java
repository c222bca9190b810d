package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.AllowSeparateTransaction;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.internal.ConnectionPool;
import io.counterfoil.springboot.records.JoinedLeases;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.function.SingletonSupplier;

/**
 * Keeps records in the application's own database, where it has a data source: the one there is, or the one that is {@code
 * @Primary} among several.
 *
 * <p>Each bean gives way to one of the application's own of the same type.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass({DataSource.class, PlatformTransactionManager.class})
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties(CounterfoilProperties.class)
class CounterfoilStoreAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Transactions counterfoilTransactions(ListableBeanFactory beans, CounterfoilProperties properties) {
        DatabaseBeans database = new DatabaseBeans(beans);
        try {
            return new SpringTransactions(
                    database.transactionManager(), database.dataSource(), properties.separateTransactions());
        } catch (IllegalArgumentException apart) {
            throw new CounterfoilStartUpException(
                    "Counterfoil cannot let the connections of the data source take part in keyed requests: "
                            + apart.getMessage() + ".",
                    "Make the data source a bean that bean post-processors get, or wrap it with JoiningDataSource.of(dataSource).",
                    apart);
        }
    }

    @Bean
    static JoiningDataSources joiningDataSources() {
        return new JoiningDataSources();
    }

    /** When all are made, so that none of them is made for this. */
    @Bean
    static SmartInitializingSingleton separateTransactions(
            ObjectProvider<ConfigurableTransactionManager> managers, ObjectProvider<Transactions> transactions) {
        Supplier<Optional<SpringTransactions>> units = SingletonSupplier.of(() -> transactions.stream()
                .flatMap(used -> used instanceof SpringTransactions springs ? Stream.of(springs) : Stream.empty())
                .findFirst());
        return () ->
                managers.stream().forEach(manager -> manager.addListener(new KeyedTransactionListener(manager, units)));
    }

    /** Outside of Spring's transactions, which come last of all. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor allowSeparateTransactionAdvisor() {
        Pointcut annotated = new ComposablePointcut(
                        new AnnotationMatchingPointcut(AllowSeparateTransaction.class, true))
                .union((Pointcut) new AnnotationMatchingPointcut(null, AllowSeparateTransaction.class, true));
        DefaultPointcutAdvisor advisor =
                new DefaultPointcutAdvisor(annotated, (MethodInterceptor) KeyedWork::permitted);
        advisor.setOrder(Ordered.LOWEST_PRECEDENCE - 100);
        return advisor;
    }

    /** Where the application uses Spring Batch. No {@code @Configuration}, so that no scan of components finds it. */
    @ConditionalOnClass(JobRepository.class)
    static class Jobs {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor keyedJobsAdvisor(ObjectProvider<JobRepository> repositories) {
            return KeyedJobs.advisor(repositories);
        }
    }

    /** First: others may be distributed with them. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static TableSchema recordTables() {
        return JdbcSchema.SCHEMA;
    }

    @Bean
    @ConditionalOnMissingBean
    ClaimStore claimStore(DatabaseTables tables, Transactions transactions, ListableBeanFactory beans) {
        DatabaseBeans database = new DatabaseBeans(beans);
        database.belongTogether(transactions);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        return database.isRouted() ? new RoutedClaimStore(store, database.databases()) : store;
    }

    /** Leases in the application's database. No {@code @Configuration}, so that no scan of components finds it. */
    @ConditionalOnMissingBean(LeaseStore.class)
    static class Leases {

        /** On connections of its own: a lease is nothing that a handler's transaction could take back. */
        @Bean
        LeaseStore leaseStore(DatabaseTables tables, ListableBeanFactory beans) {
            return new JdbcLeaseStore(new DatabaseBeans(beans).ofLeases());
        }

        /**
         * Lazy: for what is decided on a lease and recorded beside it. Behind a data source that routes, leases are in one database whatever the
         * route is, and commit by themselves.
         */
        @Bean
        @Lazy
        JoinedLeases joinedLeases(DatabaseTables tables, Transactions transactions, ListableBeanFactory beans) {
            DatabaseBeans database = new DatabaseBeans(beans);
            DataSource leases =
                    database.isRouted() ? database.ofLeases() : new JoinedConnections(database.dataSource());
            return new JoinedLeases(transactions, new JdbcLeaseStore(leases));
        }
    }

    /** Where Spring Boot knows pools. No {@code @Configuration}, so that no scan of components finds it. */
    @ConditionalOnClass(DataSourcePoolMetadataProvider.class)
    static class Pools {

        /** A pool knows its size once it has been used, as it was for the tables. */
        @Bean
        ConnectionPool counterfoilConnectionPool(
                DatabaseTables tables,
                ListableBeanFactory beans,
                ObjectProvider<DataSourcePoolMetadataProvider> providers) {
            return ConnectionPool.of(new DatabaseBeans(beans).dataSource(), providers.orderedStream());
        }
    }
}
