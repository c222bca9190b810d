package io.counterfoil.springboot;

import io.counterfoil.http.ClientResolver;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.IdempotencyPolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcSchema;
import io.counterfoil.jdbc.Transactions;
import io.counterfoil.servlet.CorrelationFilter;
import io.counterfoil.servlet.IdempotencyFilter;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.unit.DataSize;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Guards every POST and PATCH with an idempotency key, in transactional mode, in an application with a data source.
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
        if (properties.createTable()) {
            JdbcSchema.create(dataSource);
        }
        return new JdbcClaimStore(transactions);
    }

    @Bean
    @ConditionalOnMissingBean
    IdempotencyPolicy idempotencyPolicy(CounterfoilProperties properties) {
        return IdempotencyPolicy.DEFAULT
                .withRetention(Retention.of(properties.retention()))
                .withAnonymousRetention(Retention.of(properties.anonymousRetention()))
                .withWaitLimit(properties.waitLimit());
    }

    @Bean
    @ConditionalOnMissingBean
    Idempotency idempotency(ClaimStore store, IdempotencyPolicy policy) {
        return Idempotency.on(store).with(policy);
    }

    @Bean
    @ConditionalOnMissingBean
    DataKeys dataKeys(ClaimStore store, IdempotencyPolicy policy) {
        return new DataKeys(store, policy.waitLimit());
    }

    @Bean
    @ConditionalOnMissingBean
    ClientResolver clientResolver(CounterfoilProperties properties) {
        return ClientResolver.header(properties.clientHeader());
    }

    @Bean
    @ConditionalOnMissingBean
    HttpPolicy httpPolicy(CounterfoilProperties properties) {
        return HttpPolicy.DEFAULT
                .withKeyRequired(properties.keyRequired())
                .withLimits(bytes("max-body", properties.maxBody()), bytes("max-stored", properties.maxStored()));
    }

    private static int bytes(String property, DataSize size) {
        if (size.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "counterfoil." + property + " is held in memory: at most 2GB, not " + size);
        }
        return (int) size.toBytes();
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
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(HttpIdempotency idempotency) {
        FilterRegistrationBean<IdempotencyFilter> registration =
                new FilterRegistrationBean<>(new IdempotencyFilter(idempotency));
        registration.setOrder(IDEMPOTENCY_FILTER_ORDER);
        return registration;
    }

    @Bean
    RecordPurge recordPurge(ClaimStore store, CounterfoilProperties properties) {
        return new RecordPurge(store, properties.purge());
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
