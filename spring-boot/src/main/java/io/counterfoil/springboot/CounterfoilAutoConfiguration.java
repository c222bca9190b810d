package io.counterfoil.springboot;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyListener;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.RecordPurge;
import io.counterfoil.idempotency.UnknownOutcomes;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.JdbcSchema;
import io.counterfoil.jdbc.Transactions;
import io.counterfoil.servlet.CorrelationFilter;
import io.counterfoil.servlet.IdempotencyFilter;
import io.counterfoil.springboot.CounterfoilProperties.Mode;
import io.counterfoil.springboot.CounterfoilProperties.Purge;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Guards every POST and PATCH with an idempotency key, in an application with a data source: in transactional mode, or in lease
 * mode where {@code counterfoil.mode} says so.
 *
 * <p>Each bean stands back for one of the application's own of the same type.
 */
@AutoConfiguration(after = DataSourceTransactionManagerAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(CounterfoilProperties.class)
public class CounterfoilAutoConfiguration {

    /** Behind Spring Security's chain, which stands at -100, so that the principal is known. */
    static final int IDEMPOTENCY_FILTER_ORDER = 0;

    /** For Spring to make. */
    public CounterfoilAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Transactions counterfoilTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        return new SpringTransactions(manager, dataSource);
    }

    /** After the application's own migrations: they want to find the schema as they left it. */
    @Bean
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    ClaimStore claimStore(Transactions transactions, DataSource dataSource, CounterfoilProperties properties) {
        prepare(dataSource, properties);
        return new JdbcClaimStore(transactions);
    }

    /** On connections of its own: a lease is nothing that a handler's transaction could take back. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "counterfoil.mode", havingValue = "lease")
    @DependsOnDatabaseInitialization
    LeaseStore leaseStore(DataSource dataSource, CounterfoilProperties properties) {
        prepare(dataSource, properties);
        return new JdbcLeaseStore(dataSource);
    }

    private static void prepare(DataSource dataSource, CounterfoilProperties properties) {
        if (properties.createTable()) {
            JdbcSchema.create(dataSource);
        }
        JdbcSchema.verify(dataSource);
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyPolicy idempotencyPolicy(CounterfoilProperties properties) {
        return properties.policy();
    }

    @Bean
    @ConditionalOnMissingBean
    LoggingIdempotencyListener loggingIdempotencyListener() {
        return new LoggingIdempotencyListener();
    }

    /** Tells every listener among the beans. What is counted and not yet written is written before the data source closes. */
    @Bean(destroyMethod = "flush")
    @ConditionalOnMissingBean
    Idempotency idempotency(
            ObjectProvider<ClaimStore> claims,
            ObjectProvider<LeaseStore> leases,
            IdempotencyPolicy policy,
            CounterfoilProperties properties,
            ObjectProvider<IdempotencyListener> listeners) {
        Idempotency engine = properties.mode() == Mode.LEASE
                ? Idempotency.on(leases.getObject(), properties.leasePolicy())
                : Idempotency.on(claims.getObject());
        return engine.with(policy).with(all(listeners));
    }

    private static IdempotencyListener all(ObjectProvider<IdempotencyListener> listeners) {
        return listeners.orderedStream().reduce(IdempotencyListener.NONE, IdempotencyListener::and);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "counterfoil.mode", havingValue = "lease")
    UnknownOutcomes unknownOutcomes(LeaseStore store, IdempotencyPolicy policy) {
        return new UnknownOutcomes(store, policy);
    }

    @Bean
    @ConditionalOnMissingBean
    DataKeys dataKeys(ClaimStore store, IdempotencyPolicy policy, ObjectProvider<IdempotencyListener> listeners) {
        return new DataKeys(store, policy, all(listeners));
    }

    @Bean
    @ConditionalOnMissingBean
    ClientResolver clientResolver(CounterfoilProperties properties) {
        return ClientResolver.header(properties.clientHeader());
    }

    @Bean
    @ConditionalOnMissingBean
    HttpPolicy httpPolicy(CounterfoilProperties properties) {
        return HttpPolicy.DEFAULT.withKeyRequired(properties.keyRequired()).withMaxBodyBytes((int)
                properties.maxBody().toBytes());
    }

    @Bean
    @ConditionalOnMissingBean
    HttpIdempotency httpIdempotency(Idempotency engine, HttpPolicy policy, ClientResolver clients) {
        return new HttpIdempotency(engine, policy, clients);
    }

    @Bean
    FilterRegistrationBean<CorrelationFilter> correlationFilter(HttpPolicy policy) {
        FilterRegistrationBean<CorrelationFilter> registration =
                new FilterRegistrationBean<>(new CorrelationFilter(policy.names()));
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }

    @Bean
    @ConditionalOnMissingBean
    Endpoints counterfoilEndpoints(HttpIdempotency idempotency) {
        return Endpoints.all(idempotency);
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(Endpoints endpoints) {
        FilterRegistrationBean<IdempotencyFilter> registration =
                new FilterRegistrationBean<>(new IdempotencyFilter(endpoints));
        registration.setOrder(IDEMPOTENCY_FILTER_ORDER);
        return registration;
    }

    @Bean
    @ConditionalOnMissingBean
    RecordPurge recordPurge(
            ObjectProvider<ClaimStore> claims,
            ObjectProvider<LeaseStore> leases,
            CounterfoilProperties properties,
            ObjectProvider<IdempotencyListener> listeners) {
        RecordStore records = properties.mode() == Mode.LEASE ? leases.getObject() : claims.getObject();
        Purge purge = properties.purge();
        return new RecordPurge(records, purge.interval(), purge.batch(), all(listeners));
    }

    @Bean
    WebMvcConfigurer clientIdArguments(ClientResolver clients) {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new ClientIdArgumentResolver(clients));
            }
        };
    }
}
