package io.counterfoil.signals.caller;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.TopicPattern;
import io.counterfoil.retry.journal.FileJournal;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.EnvelopeTopic;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalOutcome;
import io.counterfoil.signals.envelope.SwarmScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The JSON of docs/guides/control-signals.md, and what its examples do; they are compiled as printed with the documents. */
@Timeout(240)
class ControlSignalsGuideTest {

    private static final Logger log = LoggerFactory.getLogger(ControlSignalsGuideTest.class);
    private static final Path GUIDE = Path.of("../../docs/guides/control-signals.md");
    private static final Path SPECIFIED = Path.of("../../docs/reference/control-events.schema.json");
    private static final String SCHEMA = "urn:counterfoil:control-events:1";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path directory;

    @Test
    @Tag("SG-1")
    void examples_areEnvelopes_validByThePublishedSchema() {
        Schema schema = SchemaRegistry.withDialect(
                        Dialects.getDraft202012(),
                        registry -> registry.schemas(Map.of(SCHEMA, read(SPECIFIED)))
                                .schemaRegistryConfig(SchemaRegistryConfig.builder()
                                        .formatAssertionsEnabled(true)
                                        .build()))
                .getSchema(SchemaLocation.of(SCHEMA));

        assertThat(examples()).hasSizeGreaterThanOrEqualTo(5).allSatisfy(json -> {
            assertThat(schema.validate(JsonMapper.shared().readTree(json))).isEmpty();
            assertThat(Envelope.read(json.getBytes(StandardCharsets.UTF_8)).toJson())
                    .isNotEmpty();
        });
    }

    @Test
    @Tag("SG-4")
    void replay_inTheGuide_isTheReplayOfTheOutcomeThere() {
        List<Envelope> examples = examples().stream()
                .map(json -> Envelope.read(json.getBytes(StandardCharsets.UTF_8)))
                .toList();
        SignalOutcome outcome = (SignalOutcome) examples.get(1);
        SignalOutcome replay = (SignalOutcome) examples.get(2);

        assertThat(outcome.replayedFor(replay.correlationId())).isEqualTo(replay);
    }

    @Test
    @Tag("SG-1")
    void message_isRead() {
        SignalOutcome done = Rig.done(signal());
        Message message = done.toMessage();

        Envelope envelope = Envelope.read(message.body());
        if (envelope instanceof SignalOutcome outcome) {
            log.info("{} is {}", outcome.scope().swarmId(), outcome.status());
        }

        assertThat(envelope).isEqualTo(done);
    }

    @Test
    @Tag("SG-1")
    void receiver_listensToItsPatterns() {
        List<TopicPattern> patterns =
                EnvelopeTopic.signalsFor(new SwarmScope("swarm-42", "swarm-controller", "marshal-1"));

        assertThat(patterns)
                .anyMatch(pattern -> pattern.matches(signal().topic().value()));
    }

    @Test
    @Tag("SG-7")
    void command_isSent_andItsOutcomeAwaited() throws Exception {
        Rig broker = new Rig();
        SwarmScope scope = Rig.MARSHAL;
        RequestId idempotencyKey = new RequestId("a1c3-1111-2222-9f");
        Data data = Data.parse("{\"bees\":3}");
        try (FileJournal journal = FileJournal.of(directory)) {
            AtomicReference<@Nullable Caller> outcomesTo = new AtomicReference<>();
            Publisher publisher = message -> {
                broker.published.add(message);
                Objects.requireNonNull(outcomesTo.get()).take(Rig.done(broker.signal(0)));
                return CompletableFuture.completedFuture(null);
            };

            Caller caller = Caller.builder(publisher)
                    .origin("orchestrator-1")
                    .journal(journal)
                    .build();
            outcomesTo.set(caller);
            caller.resume();

            CommandAttempt attempt = caller.send(new Command("swarm-start", scope, idempotencyKey, data));
            CommandReply reply = attempt.await(Duration.ofSeconds(30));
            String text = reply.match(
                    answered -> answered.outcome().status(), unanswered -> "unknown after " + unanswered.attempts());

            assertThat(text).isEqualTo("Running");
            caller.close();
        }
    }

    private static Signal signal() {
        Rig rig = new Rig();
        rig.caller().build().send(Rig.command("a1c3"));
        return rig.signal(0);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> examples() {
        return Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
                .matcher(read(GUIDE))
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
