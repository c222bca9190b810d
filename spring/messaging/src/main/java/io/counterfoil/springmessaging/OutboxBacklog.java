package io.counterfoil.springmessaging;

import io.counterfoil.messaging.outbox.Backlog;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.springboot.internal.HealthDetail;
import io.counterfoil.springboot.internal.StoreReading;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What waits in the outbox, for gauges and as a detail of the health. Thread-safe. */
final class OutboxBacklog implements HealthDetail {

    private final StoreReading<Optional<Backlog>> backlog;

    OutboxBacklog(OutboxStore outbox) {
        this.backlog = new StoreReading<>("the outbox", outbox::backlog);
    }

    /** A number of it; NaN where it is not known. */
    double number(ToDoubleFunction<Backlog> number) {
        return backlog.number(known -> known.map(number::applyAsDouble).orElse(Double.NaN));
    }

    @Override
    public String name() {
        return "outbox";
    }

    @Override
    public Optional<Map<String, Object>> read() {
        return backlog.value().flatMap(known -> known).map(known -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("waiting", known.waiting());
            json.put("oldestAge", known.oldest().toString());
            json.put("setAside", known.setAside());
            return json;
        });
    }
}
