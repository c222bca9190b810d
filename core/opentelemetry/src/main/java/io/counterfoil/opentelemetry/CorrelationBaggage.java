package io.counterfoil.opentelemetry;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The correlation id as an entry of baggage, {@value Correlation#MDC_KEY}, for systems in which instrumented clients and servers carry
 * the context of a trace, without a header field. It is off by default: baggage goes to every host that an
 * instrumented client talks to.
 *
 * <p>Out: in place of the propagator of baggage, one that wraps it. It reads the current id at the moment at which a request or
 * message goes out, on the thread that sends it; traces are propagated as before.
 *
 * <pre>{@code
 * ContextPropagators.create(TextMapPropagator.composite(
 *         W3CTraceContextPropagator.getInstance(), CorrelationBaggage.out(W3CBaggagePropagator.getInstance())));
 * }</pre>
 *
 * <p>In: a receiver reads the id where no header brought one. The entry is the id of the work that sent, the same in each of
 * its requests; so work that may be one of several extends it.
 *
 * <pre>{@code
 * try (var work = Correlation.open(CorrelationBaggage.acceptOrFresh(Context.current()));
 *         var part = Correlation.extend()) {
 *     process(message);
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class CorrelationBaggage {

    private CorrelationBaggage() {}

    /**
     * {@return this context with the current id in its baggage, beside its other entries and in place of an id that was received} Where no work
     * is current, the context as it is: an id that was received is passed on.
     *
     * @param context the context to add to; it is not changed
     */
    public static Context put(Context context) {
        return Correlation.current()
                .map(id -> context.with(Baggage.fromContext(context).toBuilder()
                        .put(Correlation.MDC_KEY, id.value())
                        .build()))
                .orElse(context);
    }

    /**
     * {@return the id in the baggage of this context; where there is none, or one that breaks the grammar, a fresh one, as {@link
     * Correlation#acceptOrFresh} makes it} Does not open a scope.
     *
     * @param context of the request or message that was received
     */
    public static CorrelationId acceptOrFresh(Context context) {
        return Correlation.acceptOrFresh(Baggage.fromContext(context).getEntryValue(Correlation.MDC_KEY));
    }

    /**
     * {@return a propagator that does as this one does, and puts the current id into what it injects; what it extracts stays as it is}
     *
     * @param baggage the propagator that reads and writes baggage
     */
    public static TextMapPropagator out(TextMapPropagator baggage) {
        return new Out(baggage);
    }

    private record Out(TextMapPropagator baggage) implements TextMapPropagator {

        @Override
        public Collection<String> fields() {
            return baggage.fields();
        }

        @Override
        public <C> void inject(Context context, @Nullable C carrier, TextMapSetter<C> setter) {
            baggage.inject(put(context), carrier, setter);
        }

        @Override
        public <C> Context extract(Context context, @Nullable C carrier, TextMapGetter<C> getter) {
            return baggage.extract(context, carrier, getter);
        }
    }
}
