package io.counterfoil.springboot.engine;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.internal.ConnectionPool;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import io.counterfoil.springboot.settings.PurgeSettings;
import io.counterfoil.springboot.settings.ReplayCache;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * The engine and what belongs to it, in an application that has a store: in transactional mode, or in lease mode where {@code
 * counterfoil.mode} says so.
 *
 * <p>Each bean gives way to one of the application's own of the same type. Without a store there is none of them.
 */
@AutoConfiguration(afterName = "io.counterfoil.springboot.store.CounterfoilStoreAutoConfiguration")
@ConditionalOnBean(RecordStore.class)
@EnableConfigurationProperties(CounterfoilProperties.class)
class CounterfoilAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(CounterfoilAutoConfiguration.class);

    @Bean
    @ConditionalOnMissingBean
    IdempotencyPolicy idempotencyPolicy(
            CounterfoilProperties properties,
            ObjectProvider<ConnectionPool> pool,
            ObjectProvider<PolicyCustomizer> customizers) {
        return properties
                .policies(pool.stream().map(ConnectionPool::size).findFirst().orElse(OptionalInt.empty()))
                .customizedBy(customizers.orderedStream())
                .idempotency();
    }

    private static LeasePolicy leases(CounterfoilProperties properties, ObjectProvider<PolicyCustomizer> customizers) {
        return properties
                .policies(OptionalInt.empty())
                .customizedBy(customizers.orderedStream())
                .lease();
    }

    @Bean
    @ConditionalOnMissingBean
    PurgeSettings purgeSettings() {
        return PurgeSettings.DEFAULT;
    }

    @Bean
    @ConditionalOnMissingBean
    LoggingIdempotencyListener loggingIdempotencyListener() {
        return new LoggingIdempotencyListener();
    }

    /** Calls every listener among the beans. */
    @Bean
    @ConditionalOnMissingBean
    Idempotency idempotency(
            ObjectProvider<ClaimStore> claims,
            ObjectProvider<LeaseStore> leases,
            IdempotencyPolicy policy,
            CounterfoilProperties properties,
            ObjectProvider<ConnectionPool> pool,
            ObjectProvider<PolicyCustomizer> customizers,
            ObjectProvider<ReplayCache> replayCache,
            ObjectProvider<IdempotencyListener> listeners) {
        if (properties.mode() == Mode.TRANSACTIONAL) {
            pool.ifAvailable(connections -> connections.compareWith(policy));
        }
        Idempotency engine = properties.mode() == Mode.LEASE
                ? IdempotencyEngines.verified(Idempotency.on(leases.getObject(), leases(properties, customizers)))
                : Idempotency.on(claims.getObject());
        try {
            ReplayCache cache = replayCache.getIfAvailable();
            return (cache == null ? engine : cache.on(engine)).with(policy).with(all(listeners));
        } catch (IllegalArgumentException refused) {
            throw new CounterfoilStartUpException(
                    "The application's policy is invalid: " + refused.getMessage() + ".",
                    "Remove the setting that it names, or define a ClaimStore bean that is a LimitingClaimStore, as JdbcClaimStore is.",
                    refused);
        }
    }

    private static IdempotencyListener all(ObjectProvider<IdempotencyListener> listeners) {
        return listeners.orderedStream().reduce(IdempotencyListener.NONE, IdempotencyListener::and);
    }

    /** Closed before the data source is: pending counts are written then. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    IdempotencyEngines idempotencyEngines(
            Idempotency standard,
            CounterfoilProperties properties,
            ObjectProvider<ClaimStore> claims,
            ObjectProvider<LeaseStore> leases,
            ObjectProvider<PolicyCustomizer> customizers,
            ObjectProvider<ReplayCache> replayCache,
            ObjectProvider<IdempotencyListener> listeners) {
        return new IdempotencyEngines(
                standard,
                properties.mode(),
                leases(properties, customizers),
                claims::getObject,
                leases::getObject,
                Optional.ofNullable(replayCache.getIfAvailable()),
                all(listeners));
    }

    /** Once endpoints and methods are known, but for those of beans that are made later. */
    @Bean
    static ApplicationListener<ContextRefreshedEvent> unusedLeases(
            CounterfoilProperties properties, ObjectProvider<IdempotencyEngines> engines) {
        return refreshed -> engines.ifAvailable(made -> {
            if (properties.lease() != null && !made.leased()) {
                log.warn(
                        "counterfoil.lease is set, but no endpoint uses lease mode: set the mode of the application, or "
                                + "of an endpoint, to lease, or remove counterfoil.lease");
            }
        });
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(LeaseStore.class)
    UnknownOutcomes unknownOutcomes(LeaseStore store, IdempotencyPolicy policy) {
        return new UnknownOutcomes(store, policy);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(ClaimStore.class)
    DataKeys dataKeys(ClaimStore store, IdempotencyPolicy policy, ObjectProvider<IdempotencyListener> listeners) {
        return new DataKeys(store, policy, all(listeners));
    }

    @Bean
    @ConditionalOnMissingBean
    Purge counterfoilPurge(
            ObjectProvider<ClaimStore> claims,
            ObjectProvider<LeaseStore> leases,
            ObjectProvider<ExpiredRows> others,
            CounterfoilProperties properties,
            PurgeSettings purge,
            ObjectProvider<IdempotencyListener> listeners) {
        RecordStore records = properties.mode() == Mode.LEASE ? leases.getObject() : claims.getObject();
        List<ExpiredRows> rows = Stream.concat(Stream.of(ExpiredRows.of(records)), others.orderedStream())
                .toList();
        return new Purge(rows, properties.purge().interval(), purge.batch(), all(listeners));
    }
}
