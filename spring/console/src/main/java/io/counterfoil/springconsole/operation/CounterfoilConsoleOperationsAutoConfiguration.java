package io.counterfoil.springconsole.operation;

import io.counterfoil.jdbc.transaction.Transactions;
import io.counterfoil.operations.Operations;
import io.counterfoil.springconsole.ConsolePanel;
import io.counterfoil.springconsole.ConsoleRights;
import io.counterfoil.springconsole.audit.ConsoleAudit;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;

/** The panel of operations, in an application with an {@link Operations} bean. */
@AutoConfiguration(afterName = "io.counterfoil.springconsole.page.CounterfoilConsoleAutoConfiguration")
@ConditionalOnClass(Operations.class)
@ConditionalOnBean({ConsoleRights.class, Transactions.class})
@ConditionalOnSingleCandidate(Operations.class)
class CounterfoilConsoleOperationsAutoConfiguration {

    private static final int ORDER = 700;

    @Bean
    static ConsolePanel operationsPanel() {
        return new ConsolePanel("operations", "Operations", "operations.js", ORDER);
    }

    @Bean
    OperationsController consoleOperations(
            Operations operations, Transactions transactions, ObjectProvider<ConsoleAudit> audit) {
        return new OperationsController(
                operations,
                transactions,
                new CallbackDecisions(operations, transactions, Optional.ofNullable(audit.getIfUnique())));
    }
}
