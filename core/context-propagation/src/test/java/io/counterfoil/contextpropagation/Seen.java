package io.counterfoil.contextpropagation;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** What a log line written now would carry, and what code would see. */
record Seen(@Nullable String mdc, Optional<CorrelationId> current) {

    static final Seen NOTHING = new Seen(null, Optional.empty());

    static Seen now() {
        return new Seen(MDC.get(Correlation.MDC_KEY), Correlation.current());
    }

    static Seen of(CorrelationId id) {
        return new Seen(id.value(), Optional.of(id));
    }

    /** Does this under the id. */
    static <T> T under(CorrelationId id, Callable<T> work) throws Exception {
        Correlation.Scope scope = Correlation.open(id);
        try (scope) {
            return work.call();
        }
    }
}
