package io.counterfoil.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Makes Spring Boot print what is wrong and what to change, in place of a stack trace, and of what others say about a cause of it. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartUpFailureAnalyzer extends AbstractFailureAnalyzer<CounterfoilStartUpException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CounterfoilStartUpException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
