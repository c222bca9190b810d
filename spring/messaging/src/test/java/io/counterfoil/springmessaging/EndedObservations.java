package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springmessaging.internal.Conversations;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The observations of an application's messages as they end, with the correlation ID that each shows. Thread-safe. */
public final class EndedObservations implements ObservationHandler<Observation.Context> {

    private final BlockingQueue<Map.Entry<String, String>> ended = new LinkedBlockingQueue<>();

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStop(Observation.Context context) {
        KeyValue conversation = context.getHighCardinalityKeyValue(Conversations.KEY);
        assertThat(context.getLowCardinalityKeyValue(Conversations.KEY)).isNull();
        ended.add(Map.entry(context.getName(), conversation == null ? "none" : conversation.getValue()));
    }

    /** The correlation ID of the next observation under this name; others are passed over. */
    public String next(String name) throws InterruptedException {
        while (true) {
            Map.Entry<String, String> next = ended.poll(ListenersContract.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("an observation " + name).isNotNull();
            if (next.getKey().equals(name)) {
                return next.getValue();
            }
        }
    }
}
