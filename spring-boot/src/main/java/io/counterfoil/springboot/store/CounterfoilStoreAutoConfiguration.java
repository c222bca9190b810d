package io.counterfoil.springboot.store;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.schema.JdbcSchema.SchemaMismatchException;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.springboot.AllowSeparateTransaction;
import io.counterfoil.springboot.CounterfoilProperties;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.ConnectionPool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
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

    /** After the application's own migrations: they want to find the schema as they left it. */
    @Bean
    @DependsOnDatabaseInitialization
    Tables counterfoilTables(ListableBeanFactory beans, CounterfoilProperties properties) {
        Tables tables = new Tables(new DatabaseBeans(beans).dataSource());
        tables.databases().forEach(database -> prepare(database, properties));
        return tables;
    }

    private static void prepare(DataSource dataSource, CounterfoilProperties properties) {
        Optional<SqlDialect> wanted = properties.tables();
        try {
            if (properties.createTable()) {
                wanted.ifPresentOrElse(
                        dialect -> JdbcSchema.create(dataSource, dialect), () -> JdbcSchema.create(dataSource));
            }
            wanted.ifPresentOrElse(
                    dialect -> JdbcSchema.verify(dataSource, dialect), () -> JdbcSchema.verify(dataSource));
        } catch (SchemaMismatchException mismatch) {
            throw new CounterfoilStartUpException(
                    "Counterfoil cannot store records: " + mismatch.description() + ".",
                    mismatch.action()
                            + (properties.createTable()
                                    ? ""
                                    : " counterfoil.create-table=true creates missing tables at start-up; Flyway creates them with"
                                            + " classpath:counterfoil-schema/{vendor} among spring.flyway.locations."),
                    mismatch);
        } catch (IllegalStateException refused) {
            if (wanted.isEmpty()) {
                throw refused;
            }
            throw new CounterfoilStartUpException(
                    "counterfoil.citus asks for tables that are not to be had: " + refused.getMessage() + ".",
                    "Set counterfoil.citus to the way in which the tables are distributed, or remove it.",
                    refused);
        }
    }

    @Bean
    @ConditionalOnMissingBean
    ClaimStore claimStore(Tables tables, Transactions transactions, ListableBeanFactory beans) {
        new DatabaseBeans(beans).belongTogether(transactions);
        JdbcClaimStore store = new JdbcClaimStore(transactions);
        return tables.isRouted() ? new RoutedClaimStore(store, tables.databases()) : store;
    }

    /** On connections of its own: a lease is nothing that a handler's transaction could take back. */
    @Bean
    @ConditionalOnMissingBean
    LeaseStore leaseStore(Tables tables) {
        return new JdbcLeaseStore(tables.ofLeases());
    }

    /** Where Spring Boot knows pools. No {@code @Configuration}, so that no scan of components finds it. */
    @ConditionalOnClass(DataSourcePoolMetadataProvider.class)
    static class Pools {

        /** A pool knows its size once it has been used, as it was for the tables. */
        @Bean
        ConnectionPool counterfoilConnectionPool(
                Tables tables, ObjectProvider<DataSourcePoolMetadataProvider> providers) {
            return ConnectionPool.of(tables.dataSource(), providers.orderedStream());
        }
    }

    /** Tables that were made, or found to be as they must be, in each database that the data source leads to. */
    record Tables(DataSource dataSource) {

        boolean isRouted() {
            return dataSource instanceof AbstractRoutingDataSource;
        }

        List<DataSource> databases() {
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
    }
}
