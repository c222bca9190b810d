package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("TI-3")
class UuidBytesTest {

    private static final UUID SAMPLE = new UUID(0x0011_2233_4455_6677L, 0x8899_aabb_ccdd_eeffL);

    @Example
    void of_isMostSignificantFirst() {
        assertThat(UuidBytes.of(SAMPLE)).asHexString().isEqualTo("00112233445566778899AABBCCDDEEFF");
    }

    @Property
    void bytes_areThoseOfTheTwoLongs_andReadBack(
            @ForAll long high, @ForAll long low, @ForAll @IntRange(max = 9) int offset) {
        UUID uuid = new UUID(high, low);
        byte[] expected = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        byte[] target = new byte[offset + 16 + 3];

        UuidBytes.write(uuid, target, offset);

        assertThat(UuidBytes.of(uuid)).isEqualTo(expected);
        assertThat(UuidBytes.toUuid(expected)).isEqualTo(uuid);
        assertThat(target)
                .isEqualTo(ByteBuffer.allocate(target.length)
                        .position(offset)
                        .put(expected)
                        .array());
        assertThat(UuidBytes.read(target, offset)).isEqualTo(uuid);
    }

    @Property
    void compare_isTheUnsignedOrderOfTheBytes(
            @ForAll long a, @ForAll long b, @ForAll long c, @ForAll boolean sameHigh) {
        UUID one = new UUID(a, b);
        UUID other = new UUID(sameHigh ? a : c, c);

        assertThat(Integer.signum(UuidBytes.compare(one, other)))
                .isEqualTo(Integer.signum(Arrays.compareUnsigned(UuidBytes.of(one), UuidBytes.of(other))));
        assertThat(UuidBytes.compare(one, one)).isZero();
    }

    @Example
    void compare_putsTheUpperHalfAbove_whereTheJdkDoesNot() {
        UUID upper = UUID.fromString("80000000-0000-0000-0000-000000000000");
        UUID lower = UUID.fromString("7fffffff-ffff-ffff-ffff-ffffffffffff");

        assertThat(UuidBytes.compare(upper, lower)).isPositive();
        assertThat(upper.compareTo(lower)).isNegative();
    }

    @Example
    void toUuid_ofAnotherLength_isRefused() {
        for (int length : new int[] {0, 15, 17, 36}) {
            assertThatExceptionOfType(InvalidIdException.class)
                    .isThrownBy(() -> UuidBytes.toUuid(new byte[length]))
                    .withMessage("16 bytes expected, found " + length)
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(InvalidIdReason.LENGTH));
        }
    }

    @Example
    void writeAndRead_withoutRoom_touchNothing() {
        byte[] bytes = new byte[20];

        for (int offset : new int[] {-1, 5, 20, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> UuidBytes.write(SAMPLE, bytes, offset));
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> UuidBytes.read(bytes, offset));
        }

        assertThat(bytes).containsOnly(0);
    }
}
