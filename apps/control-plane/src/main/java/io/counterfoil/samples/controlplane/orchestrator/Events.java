package io.counterfoil.samples.controlplane.orchestrator;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The alerts and metrics that were heard since the start: the last {@value #MOST_ALERTS} alerts, and of each metric the last value.
 * Thread-safe.
 */
@Component
public class Events implements Consumer<Envelope> {

    private static final int MOST_ALERTS = 50;
    private static final int MOST_METRICS = 50;
    private static final int MOST_CHARACTERS = 2_000;

    private final Changes changes;
    private final LinkedHashSet<EventView> alerts = new LinkedHashSet<>();
    private final LinkedHashMap<List<String>, EventView> metrics = new LinkedHashMap<>();

    Events(Changes changes) {
        this.changes = changes;
    }

    /**
     * An alert or a metric, as it is published.
     *
     * @param correlationId of the attempt that it is about; null where it is about none
     * @param idempotencyKey of the user's action; null where it is about none
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record EventView(
            Instant at,
            String type,
            String origin,
            @Nullable String correlationId,
            @Nullable String idempotencyKey,
            Map<String, @Nullable Object> data) {

        static EventView of(Envelope event) {
            Data data = event.data();
            return new EventView(
                    event.timestamp(),
                    event.type(),
                    event.origin(),
                    event.attempt().map(CorrelationId::value).orElse(null),
                    event.action().map(RequestId::value).orElse(null),
                    data.json().length() <= MOST_CHARACTERS ? data.asMap() : Map.of("data", "too large to be shown"));
        }
    }

    /** An alert that is delivered twice is there once. */
    @Override
    public void accept(Envelope event) {
        synchronized (this) {
            if (event instanceof Alert) {
                alerts.add(EventView.of(event));
                cut(alerts, MOST_ALERTS);
            } else if (event instanceof Metric) {
                List<String> name = List.of(event.type(), event.origin());
                metrics.remove(name);
                metrics.put(name, EventView.of(event));
                cut(metrics.keySet(), MOST_METRICS);
            }
        }
        changes.happened();
    }

    private static void cut(Collection<?> oldestFirst, int most) {
        if (oldestFirst.size() > most) {
            Iterator<?> oldest = oldestFirst.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** The latest first. */
    public synchronized List<EventView> alerts() {
        List<EventView> latest = new ArrayList<>(alerts);
        Collections.reverse(latest);
        return latest;
    }

    /** The last of each type and origin, in the order of their origins. */
    public synchronized List<EventView> metrics() {
        return metrics.values().stream()
                .sorted(Comparator.comparing(EventView::origin).thenComparing(EventView::type))
                .toList();
    }
}
