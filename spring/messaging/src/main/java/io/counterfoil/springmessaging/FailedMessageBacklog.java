package io.counterfoil.springmessaging;

import io.counterfoil.messaging.deadletter.DeadLetterBacklog;
import io.counterfoil.messaging.deadletter.FailedMessageStore;
import io.counterfoil.springboot.internal.HealthDetail;
import io.counterfoil.springboot.internal.StoreReading;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The dead letters and the failing messages of the inbox, for gauges and as a detail of the health. Thread-safe. */
final class FailedMessageBacklog implements HealthDetail {

    private final StoreReading<DeadLetterBacklog> backlog;

    FailedMessageBacklog(FailedMessageStore store) {
        this.backlog = new StoreReading<>("dead letters", store::backlog);
    }

    /** A number of it; NaN where it is not known. */
    double number(ToDoubleFunction<DeadLetterBacklog> number) {
        return backlog.number(number);
    }

    @Override
    public String name() {
        return "inbox";
    }

    @Override
    public Optional<Map<String, Object>> read() {
        return backlog.value().map(known -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("deadLetters", known.deadLetters());
            json.put("oldestAge", known.oldest().toString());
            json.put("failing", known.failing());
            return json;
        });
    }
}
