package io.counterfoil.springconsole.message;

import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.messaging.deadletter.DeadLetters;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.springconsole.ConsolePanel;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The panels of messages, in an application with {@code counterfoil-spring-messaging}. */
@AutoConfiguration(
        afterName = {
            "io.counterfoil.springconsole.page.CounterfoilConsoleAutoConfiguration",
            "io.counterfoil.springmessaging.CounterfoilMessagingAutoConfiguration"
        })
@ConditionalOnClass(DeadLetters.class)
@ConditionalOnBean({ConsoleRights.class, Transactions.class})
class CounterfoilConsoleMessagesAutoConfiguration {

    private static final int MESSAGES = 500;
    private static final int OUTBOX = 600;

    /** The inbox. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(DeadLetters.class)
    static class Inbox {

        @Bean
        static ConsolePanel messagesPanel() {
            return new ConsolePanel("messages", "Messages", "messages.js", MESSAGES);
        }

        @Bean
        MessagesController consoleMessages(
                DeadLetters letters, Transactions transactions, ObjectProvider<ConsoleAudit> audit) {
            return new MessagesController(
                    letters.store(),
                    new MessageDecisions(letters, transactions, Optional.ofNullable(audit.getIfUnique())));
        }
    }

    /** The outbox. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(OutboxStore.class)
    static class Outbox {

        @Bean
        static ConsolePanel outboxPanel() {
            return new ConsolePanel("outbox", "Outbox", "outbox.js", OUTBOX);
        }

        @Bean
        OutboxController consoleOutbox(
                OutboxStore outbox, Transactions transactions, ObjectProvider<ConsoleAudit> audit) {
            return new OutboxController(outbox, transactions, Optional.ofNullable(audit.getIfUnique()));
        }
    }
}
