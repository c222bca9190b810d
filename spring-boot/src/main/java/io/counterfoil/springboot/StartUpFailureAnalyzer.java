package io.counterfoil.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Makes Spring Boot print what is wrong and what to change, in place of a stack trace. */
final class StartUpFailureAnalyzer extends AbstractFailureAnalyzer<CounterfoilStartUpException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CounterfoilStartUpException cause) {
        return new FailureAnalysis(cause.description(), cause.action(), cause);
    }
}
