package io.counterfoil.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.messaging.Message;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KafkaMessagesTest {

    private static final byte[] NO_TEXT = {(byte) 0xff, (byte) 0xfe};

    private final RecordHeaders headers = new RecordHeaders();

    private ConsumerRecord<byte[], byte[]> record(byte @Nullable [] key, byte @Nullable [] value) {
        return new ConsumerRecord<>(
                "orders", 0, 7, 0, TimestampType.CREATE_TIME, -1, -1, key, value, headers, Optional.empty());
    }

    @Test
    @Tag("CO-3")
    void message_withEverything_comesBackAsItWas() {
        Message message = Message.of("signal.start.swarm-\u00e9", new byte[] {0, 1, (byte) 0xff})
                .withId("id-1")
                .withKey("swarm-\u00e9")
                .withCorrelationId("abcd.1")
                .withContentType("application/json")
                .withHeader("x-one", "\u00e4")
                .withHeader("x-empty", "");

        ProducerRecord<byte[], byte[]> sent = KafkaMessages.record("topic", message);
        sent.headers().forEach(headers::add);

        assertThat(sent.topic()).isEqualTo("topic");
        assertThat(KafkaMessages.message(record(sent.key(), sent.value()))).isEqualTo(message);
    }

    @Test
    void foreignRecord_hasItsKafkaTopic_andAnEmptyBodyForNull() {
        Message message = KafkaMessages.message(record(null, null));

        assertThat(message).isEqualTo(Message.of("orders", new byte[0]));
    }

    @Test
    void partsThatAreNoText_areLeftOut() {
        headers.add(KafkaMessages.CORRELATION_ID, NO_TEXT)
                .add("x-binary", NO_TEXT)
                .add("x-null", null);

        assertThat(KafkaMessages.message(record(NO_TEXT, "body".getBytes(UTF_8))))
                .isEqualTo(Message.of("orders", "body".getBytes(UTF_8)));
    }

    @Test
    void headers_beyondTheLimits_areDroppedAndLastOfANameWins() {
        headers.add("x-long", new byte[Message.MAX_VALUE_BYTES + 1]);
        headers.add("x", "first".getBytes(UTF_8)).add("x", "last".getBytes(UTF_8));
        for (int i = 1; i < Message.MAX_HEADERS + 5; i++) {
            headers.add("y-" + i, "v".getBytes(UTF_8));
        }

        Message message = KafkaMessages.message(record(null, new byte[0]));

        assertThat(message.headers())
                .hasSize(Message.MAX_HEADERS)
                .containsEntry("x", "last")
                .doesNotContainKey("x-long");
    }

    @Test
    void partBeyondTheLimits_isRefused() {
        headers.add(KafkaMessages.ID, "i".repeat(Message.MAX_NAME_BYTES + 1).getBytes(UTF_8));

        assertThatThrownBy(() -> KafkaMessages.message(record(null, new byte[0])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("id of a message");
    }

    @Test
    void headerWithANameOfKafkas_isRefused() {
        Message message = Message.of("a", new byte[0]).withHeader(KafkaMessages.ID, "x");

        assertThatThrownBy(() -> KafkaMessages.record("topic", message))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(KafkaMessages.ID);
    }

    @Test
    void defaultTopic_isTheFirstWord() {
        assertThat(KafkaMessages.defaultTopic(Message.of("signal.a.b", new byte[0])))
                .isEqualTo("counterfoil.signal");
        assertThat(KafkaMessages.defaultTopic(Message.of("orders", new byte[0])))
                .isEqualTo("counterfoil.orders");
    }
}
