package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.text.UuidBytes;
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
import java.util.stream.Stream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

@Tag("CB-2")
class SqlServerUuidTest {

    /**
     * The order of {@code uniqueidentifier}: the 16 stored bytes are compared in this sequence, where the first three groups of the text are
     * stored with their least byte first. Sources: Microsoft, <i>How are GUIDs compared in SQL Server 2005?</i> (blog of the SQL
     * Programmability team, 2006): "bytes {10 to 15} first, then {8-9}, then {6-7}, then {4-5}, and lastly {0 to 3}"; the table in .NET's {@code
     * SqlGuid.CompareTo}.
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

    /** The pair of Microsoft's text: compared are {@code 86FF976E763F} and {@code 393AE6BBB849}, not the beginnings. */
    @Example
    void pairOfMicrosoft_isOrderedByTheLastGroup() {
        UUID first = UUID.fromString("55666BEE-B3A0-4BF5-81A7-86FF976E763F");
        UUID second = UUID.fromString("8DD5BCA5-6ABE-4F73-B4B7-393AE6BBB849");

        assertThat(SQL_SERVER.compare(first, second)).isPositive();
        assertThat(UuidBytes.compare(first, second)).isNegative();
    }

    /**
     * From the most to the least significant byte, each alone set to 1: the query of A. Ferrari, <i>How are GUIDs sorted by SQL Server?</i>
     * (sqlbi.com, 2007), and of W. K. Hazzard, <i>How SQL Server Sorts the UNIQUEIDENTIFIER Type</i> (gotnet.biz), who reads {@code
     * FFEEDDCC-BBAA-9988-6677-001122334455} as the number {@code 00112233-4455-6677-8899-AABBCCDDEEFF}.
     */
    @Example
    void bytesThatAreSetAlone_areOrderedAsPublished() {
        List<UUID> fromTheGreatest = Stream.of(
                        "00000000-0000-0000-0000-010000000000",
                        "00000000-0000-0000-0000-000100000000",
                        "00000000-0000-0000-0000-000001000000",
                        "00000000-0000-0000-0000-000000010000",
                        "00000000-0000-0000-0000-000000000100",
                        "00000000-0000-0000-0000-000000000001",
                        "00000000-0000-0000-0100-000000000000",
                        "00000000-0000-0000-0001-000000000000",
                        "00000000-0000-0001-0000-000000000000",
                        "00000000-0000-0100-0000-000000000000",
                        "00000000-0001-0000-0000-000000000000",
                        "00000000-0100-0000-0000-000000000000",
                        "00000001-0000-0000-0000-000000000000",
                        "00000100-0000-0000-0000-000000000000",
                        "00010000-0000-0000-0000-000000000000",
                        "01000000-0000-0000-0000-000000000000")
                .map(UUID::fromString)
                .toList();

        assertThat(fromTheGreatest).isSortedAccordingTo(SQL_SERVER.reversed());
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
                Comb.generator(UuidOrder.PROCESS_WIDE, () -> Instant.ofEpochMilli(millis.addAndGet(7)), random);

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
