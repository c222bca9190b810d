package io.counterfoil.jdbc.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.Metric;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalReceiver;
import io.counterfoil.testkit.tables.TestedDatabase;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The examples of the AsyncAPI document are what a receiver publishes when it receives the example signals. The first two of these, and the
 * first outcome, are those of the document "correlationId vs idempotencyKey".
 */
class PublishedExamplesTest extends ControllersContract {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static TestedDatabase database;

    @BeforeAll
    static void freshDatabase() {
        database = TestedDatabase.h2();
    }

    @Override
    protected TestedDatabase database() {
        return database;
    }

    @Test
    @Tag("SG-1")
    @Tag("SG-2")
    @Tag("SG-4")
    @Tag("SG-9")
    void exampleSignals_haveTheExampleOutcomesAlertsAndMetric() throws Exception {
        ManualScheduler timer = new ManualScheduler();
        SettableClock clock = SettableClock.at(Instant.EPOCH);
        SignalReceiver receiver = SignalReceiver.builder(here.inbox(), "swarm-controller")
                .outbox(here.outbox)
                .clock(clock)
                .origin("swarm-controller:swarm-42-marshal-1")
                .scope(new SwarmScope("swarm-42", "swarm-controller", "swarm-42-marshal-1"))
                .metrics(MINUTE, timer)
                .handler("swarm-start", signal -> HandlerResult.done("Running", Data.EMPTY))
                .build();
        Iterator<String> times =
                List.of("12:30:10", "12:30:20", "12:30:25", "12:30:30").iterator();

        for (Envelope signal : examples("signal")) {
            clock.set(Instant.parse("2025-09-12T" + times.next() + "Z"));
            Controllers.deliver((Signal) signal, receiver);
        }
        clock.set(Instant.parse("2025-09-12T12:31:00Z"));
        timer.advance(MINUTE);

        assertThat(published(SignalOutcome.class)).isEqualTo(examples("outcome"));
        assertThat(published(Alert.class)).isEqualTo(examples("alert"));
        assertThat(published(Metric.class)).isEqualTo(examples("metric"));
    }

    private List<Envelope> published(Class<? extends Envelope> kind) {
        return List.copyOf(here.waiting(kind));
    }

    private static List<Envelope> examples(String kind) throws IOException {
        try (InputStream document = Objects.requireNonNull(Envelope.class.getResourceAsStream("asyncapi.json"))) {
            JsonNode examples = JsonMapper.shared()
                    .readTree(document.readAllBytes())
                    .at("/components/messages/" + kind + "/examples");
            return StreamSupport.stream(examples.spliterator(), false)
                    .map(example ->
                            Envelope.read(example.get("payload").toString().getBytes(UTF_8)))
                    .toList();
        }
    }
}
