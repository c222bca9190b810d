package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.generator.UuidGenerator.Order;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

@Tag("CB-2")
class SqlServerUuidTest {

    /**
     * The order of {@code uniqueidentifier}: the 16 stored bytes are compared in this sequence. It is the one that .NET's {@code
     * SqlGuid} documents in code, for which the first three groups are stored with their least byte first.
     */
    private static final int[] SIGNIFICANCE = {10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3};

    static final Comparator<UUID> SQL_SERVER = (one, other) -> {
        byte[] ofOne = stored(one);
        byte[] ofOther = stored(other);
        for (int index : SIGNIFICANCE) {
            int compared = Integer.compare(Byte.toUnsignedInt(ofOne[index]), Byte.toUnsignedInt(ofOther[index]));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    };

    private static byte[] stored(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) (high >>> 32))
                .putShort((short) (high >>> 16))
                .putShort((short) high)
                .order(ByteOrder.BIG_ENDIAN)
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }

    @Property
    void toSuffixAndBack_losesNothing_andKeepsTheMarks(@ForAll long high, @ForAll long low) {
        UUID uuid = new UUID(high, low);

        UUID suffixed = SqlServerUuid.toSuffix(uuid);

        assertThat(SqlServerUuid.toPrefix(suffixed)).isEqualTo(uuid);
        assertThat(suffixed.version()).isEqualTo(uuid.version());
        assertThat(suffixed.variant()).isEqualTo(uuid.variant());
    }

    @Property(tries = 50)
    void suffixForm_isInOrderOfTimeOnSqlServer_andPrefixFormIsNot(@ForAll Random random) {
        AtomicLong minute = new AtomicLong(random.nextInt(30_000));
        ShortPrefixComb shortCombs = ShortPrefixComb.generator(
                Duration.ofMinutes(1), () -> Instant.EPOCH.plus(Duration.ofMinutes(minute.incrementAndGet())), random);
        AtomicLong millis = new AtomicLong(1_700_000_000_000L);
        TimeOrderedGenerator combs =
                Comb.generator(Order.PROCESS_WIDE, () -> Instant.ofEpochMilli(millis.addAndGet(7)), random);

        for (UuidGenerator generator : List.of(shortCombs, combs)) {
            List<UUID> made = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                made.add(generator.generate());
            }

            assertThat(made.stream().map(SqlServerUuid::toSuffix)).isSortedAccordingTo(SQL_SERVER);
            assertThat(made.stream().sorted(SQL_SERVER).toList()).isNotEqualTo(made);
        }
    }
}
