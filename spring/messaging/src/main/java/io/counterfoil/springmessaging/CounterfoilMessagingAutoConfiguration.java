package io.counterfoil.springmessaging;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.maintenance.ExpiredRows;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.jdbc.messaging.JdbcAttemptLog;
import io.counterfoil.jdbc.messaging.JdbcFailedMessages;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.TableSchema;
import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.deadletter.FailedMessageStore;
import io.counterfoil.messaging.inbox.AttemptLog;
import io.counterfoil.messaging.inbox.Inbox;
import io.counterfoil.messaging.inbox.InboxListener;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.PurgeSettings;
import io.counterfoil.springmessaging.internal.OncePerMessageMethods;
import java.lang.reflect.Method;
import java.util.OptionalInt;
import javax.sql.DataSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * The inbox, the outbox and {@link OncePerMessage}, in an application that has {@code counterfoil-messaging} and a data source.
 *
 * <p>Each bean gives way to one of the application's own of the same type.
 */
@AutoConfiguration(afterName = "io.counterfoil.springboot.engine.CounterfoilAutoConfiguration")
@ConditionalOnClass({Inbox.class, DataSource.class})
@ConditionalOnBean({ClaimStore.class, Transactions.class})
class CounterfoilMessagingAutoConfiguration {

    /** Outside of Spring's transactions, which come last of all: they join the engine's. */
    private static final int ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    @Bean
    static TableSchema messageTables() {
        return JdbcOutbox.SCHEMA;
    }

    @Bean
    @ConditionalOnMissingBean
    OutboxStore outboxStore(DatabaseTables tables, Transactions transactions) {
        return JdbcOutbox.of(transactions);
    }

    @Bean
    OutboxBacklog counterfoilOutboxBacklog(OutboxStore outbox) {
        return new OutboxBacklog(outbox);
    }

    @Bean
    @ConditionalOnMissingBean
    AttemptLog attemptLog(DatabaseTables tables, Transactions transactions) {
        return JdbcAttemptLog.of(transactions);
    }

    @Bean
    @ConditionalOnMissingBean
    FailedMessageStore failedMessageStore(DatabaseTables tables, Transactions transactions) {
        return JdbcFailedMessages.of(transactions);
    }

    /** At the brokers whose adapters are there. */
    @Bean
    @ConditionalOnMissingBean
    DeadLetters deadLetters(FailedMessageStore store, ObjectProvider<DeadLetterBroker> brokers) {
        return new DeadLetters(store, brokers.orderedStream().toList());
    }

    @Bean
    FailedMessageBacklog counterfoilFailedMessageBacklog(FailedMessageStore store) {
        return new FailedMessageBacklog(store);
    }

    /** The purge of records removes them from the list, too. */
    @Bean
    ExpiredRows expiredFailedMessages(FailedMessageStore store, ObjectProvider<PurgeSettings> purge) {
        return purge.getIfAvailable(() -> PurgeSettings.DEFAULT)
                .failedMessages()
                .duration()
                .map(age -> ExpiredRows.of("failed_messages", limit -> store.purge(age, limit)))
                .orElseGet(() -> ExpiredRows.of("failed_messages", limit -> 0));
    }

    /** Calls every listener among the beans, those of requests too: a message is executed once as a request is. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Inbox inbox(
            ClaimStore store,
            IdempotencyPolicy policy,
            AttemptLog attempts,
            ObjectProvider<IdempotencyListener> engineListeners,
            ObjectProvider<InboxListener> listeners) {
        IdempotencyListener engine =
                engineListeners.orderedStream().reduce(IdempotencyListener.NONE, IdempotencyListener::and);
        return Inbox.builder(Idempotency.on(store).with(policy).with(engine))
                .attempts(attempts)
                .listener(listeners.orderedStream().reduce(InboxListener.NONE, InboxListener::and))
                .build();
    }

    @Bean
    @ConditionalOnMissingBean
    LoggingInboxListener loggingInboxListener() {
        return new LoggingInboxListener();
    }

    @Bean
    @ConditionalOnMissingBean
    OncePerMessageInterceptor.Waiting oncePerMessageWaiting(
            ObjectProvider<IdempotencyPolicy> policy, CounterfoilProperties properties) {
        return new OncePerMessageInterceptor.Waiting(policy.getIfAvailable(
                        () -> properties.policies(OptionalInt.empty()).idempotency())
                .limits()
                .waitTime());
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static OncePerMessageMethods oncePerMessageMethods() {
        return new OncePerMessageMethods();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor oncePerMessageAdvisor(BeanFactory beans, OncePerMessageMethods methods) {
        DefaultPointcutAdvisor advisor =
                new DefaultPointcutAdvisor(new Annotated(methods), new OncePerMessageInterceptor(beans));
        advisor.setOrder(ORDER);
        return advisor;
    }

    /** The annotated methods. */
    private static final class Annotated extends StaticMethodMatcherPointcut {

        private final OncePerMessageMethods methods;

        Annotated(OncePerMessageMethods methods) {
            this.methods = methods;
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            boolean annotated = OncePerMessageInterceptor.isAnnotated(method, targetClass);
            if (annotated) {
                methods.add(AopUtils.getMostSpecificMethod(method, ClassUtils.getUserClass(targetClass)));
            }
            return annotated;
        }
    }
}
