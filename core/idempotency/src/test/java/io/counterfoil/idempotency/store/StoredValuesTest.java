package io.counterfoil.idempotency.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.RecordPosition;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What stores and their directories compare. */
class StoredValuesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void payloads_areEqualByFormatAndBytes() {
        Payload payload = new Payload(1, new byte[] {1, 2});

        assertThat(payload)
                .isEqualTo(new Payload(1, new byte[] {1, 2}))
                .hasSameHashCodeAs(new Payload(1, new byte[] {1, 2}))
                .isNotEqualTo(new Payload(2, new byte[] {1, 2}))
                .isNotEqualTo(new Payload(1, new byte[] {1, 3}))
                .isNotEqualTo("format 1, 2 bytes")
                .hasToString("format 1, 2 bytes");
        assertThat(IntStream.range(0, 100)
                        .map(i -> new Payload(0, new byte[] {(byte) i}).hashCode())
                        .distinct())
                .hasSize(100);
    }

    @Test
    void positions_areOrderedByExpiry_thenAgeThenKey() {
        List<RecordPosition> ordered = List.of(
                position(Optional.of(NOW), NOW.plusSeconds(1), "z", "z", "z"),
                position(Optional.of(NOW.plusSeconds(1)), NOW, "z", "z", "z"),
                position(Optional.empty(), NOW.minusSeconds(1), "z", "z", "z"),
                position(Optional.empty(), NOW, "z", "z", "a"),
                position(Optional.empty(), NOW, "a", "z", "b"),
                position(Optional.empty(), NOW, "b", "a", "b"),
                position(Optional.empty(), NOW, "b", "z", "b"));
        for (int seed = 0; seed < 20; seed++) {
            List<RecordPosition> shuffled = new ArrayList<>(ordered);
            Collections.shuffle(shuffled, new Random(seed));

            assertThat(shuffled.stream().sorted()).isEqualTo(ordered);
        }
    }

    private static RecordPosition position(
            Optional<Instant> expires, Instant received, String client, String operation, String requestId) {
        return new RecordPosition(expires, received, IdempotencyKey.of(client, operation, requestId));
    }
}
