package io.counterfoil.signals.receiver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.messaging.Delivery;
import io.counterfoil.messaging.Message;
import io.counterfoil.signals.IdempotencyKeyScope;
import io.counterfoil.signals.envelope.Alert;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Envelope;
import io.counterfoil.signals.envelope.InvalidEnvelopeException;
import io.counterfoil.signals.envelope.SwarmScope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** How a listener gets alerts and metrics. */
@Tag("SG-9")
class EnvelopeReceiverTest {

    private static final Alert ALERT = new Alert(
            Instant.parse("2025-09-12T12:30:08Z"),
            "dead-letter",
            "swarm-controller:marshal-1",
            new SwarmScope("swarm-42", "swarm-controller", "marshal-1"),
            Optional.of(CorrelationId.parse("attempt-001-aaaa-bbbb")),
            Optional.of(new RequestId("a1c3-1111-2222-9f")),
            Data.EMPTY);

    private final List<String> events = new ArrayList<>();

    @Test
    @Tag("SG-8")
    void listener_runsUnderTheEnvelopesIds_thenDeliveryIsAccepted() {
        EnvelopeReceiver receiver = EnvelopeReceiver.of(envelope -> {
            assertThat(envelope).isEqualTo(ALERT);
            events.add(MDC.get(Correlation.MDC_KEY) + " " + MDC.get(IdempotencyKeyScope.MDC_KEY) + " "
                    + MDC.get("attempt_id"));
        });

        receiver.receive(delivery(ALERT.toMessage()));

        assertThat(events).hasSize(2).last().isEqualTo("accepted");
        assertThat(events.get(0))
                .matches("attempt-001-aaaa-bbbb\\.[A-Za-z0-9_-]{4} a1c3-1111-2222-9f attempt-001-aaaa-bbbb");
        assertThat(MDC.get(IdempotencyKeyScope.MDC_KEY)).isNull();
        assertThat(MDC.get("attempt_id")).isNull();
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void listenerThatThrows_leavesTheDeliveryUnsettled() {
        EnvelopeReceiver receiver = EnvelopeReceiver.of(envelope -> {
            throw new IllegalStateException("the page's database is away");
        });

        assertThatThrownBy(() -> receiver.receive(delivery(ALERT.toMessage()))).hasMessageContaining("is away");

        assertThat(events).isEmpty();
        assertThat(Correlation.current()).isEmpty();
    }

    @Test
    void whatIsNoEnvelope_isRejectedWithTheReason_andNotHandedOn() {
        EnvelopeReceiver receiver = EnvelopeReceiver.of(envelope -> events.add("heard"));

        receiver.receive(delivery(ALERT.toMessage().withBody("[]".getBytes(UTF_8))));

        assertThat(events).containsExactly("rejected: envelope: is not a JSON object");
    }

    @Test
    void idsOfAnInvalidEnvelope_areThoseThatAreValid() {
        String json = new String(ALERT.toJson(), UTF_8).replace("\"kind\":\"alert\",", "");

        assertThat(ids(json)).isEqualTo("attempt-001-aaaa-bbbb a1c3-1111-2222-9f");
        assertThat(ids(json.replace("attempt-001", "attempt 001"))).isEqualTo("- a1c3-1111-2222-9f");
        assertThat(ids(json.replace("a1c3-1111-2222-9f", "x".repeat(256)))).isEqualTo("attempt-001-aaaa-bbbb -");
        assertThat(ids(json.replace("{", ""))).isEqualTo("- -");
    }

    private static String ids(String json) {
        try {
            return "valid: " + Envelope.read(json.getBytes(UTF_8));
        } catch (InvalidEnvelopeException invalid) {
            return invalid.attempt().map(CorrelationId::value).orElse("-") + " "
                    + invalid.action().map(RequestId::value).orElse("-");
        }
    }

    private Delivery delivery(Message message) {
        return new Delivery() {
            @Override
            public Message message() {
                return message;
            }

            @Override
            public boolean isMaybeRedelivered() {
                return false;
            }

            @Override
            public void accept() {
                events.add("accepted");
            }

            @Override
            public void reject(String reason) {
                events.add("rejected: " + reason);
            }

            @Override
            public void giveBack() {
                events.add("given back");
            }
        };
    }
}
