package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.ids.text.InvalidIdException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

@Tag("TI-1")
class ObjectIdPropertyTest {

    /** The counter starts close to its end, so that many scripts fill it. */
    @Property(tries = 300)
    void generate_ascends_andLeadsByWhatWasBorrowedOrSteppedBack(
            @ForAll @Size(max = 40) List<@IntRange(min = -5_000, max = 5_000) Integer> steps,
            @ForAll @IntRange(min = 1, max = 200) int count,
            @ForAll @IntRange(max = 500) int beforeTheEnd) {
        AtomicLong now = new AtomicLong(1_700_000_000_000L);
        ObjectId.Generator generator = ObjectId.Generator.generator(
                () -> Instant.ofEpochMilli(now.get()), () -> ObjectId.MAX_COUNTER - beforeTheEnd);
        Instant latestReading = Instant.ofEpochMilli(now.get());
        ObjectId before = ObjectId.min(Instant.EPOCH);

        for (int step : steps) {
            Instant reading = Instant.ofEpochMilli(now.addAndGet(step));
            latestReading = latestReading.isAfter(reading) ? latestReading : reading;
            for (int i = 0; i < count; i++) {
                ObjectId id = generator.generate();
                assertThat(id).isGreaterThan(before);
                assertThat(id.instant())
                        .isBeforeOrEqualTo(latestReading.plusSeconds(1))
                        .isAfter(reading.minusSeconds(1));
                assertThat(generator.lead()).isEqualTo(notNegative(Duration.between(reading, id.instant())));
                before = id;
            }
        }
    }

    @Property
    void everyTwelveBytes_areAnId_whoseTextAndOrderAreTheirs(
            @ForAll @Size(12) byte[] one, @ForAll @Size(12) byte[] other) {
        ObjectId id = ObjectId.of(one);

        assertThat(id.toByteArray()).isEqualTo(one);
        assertThat(id).hasToString(HexFormat.of().formatHex(one));
        assertThat(ObjectId.parse(id.toString())).isEqualTo(id);
        assertThat(Integer.signum(id.compareTo(ObjectId.of(other))))
                .isEqualTo(Integer.signum(
                        id.toString().compareTo(ObjectId.of(other).toString())));
    }

    @Property
    @Tag("TI-3")
    void textInEachFormat_isTheNumberInItsBase_andKeepsTheOrder(
            @ForAll @Size(12) byte[] one, @ForAll @Size(12) byte[] other, @ForAll ObjectId.Format format) {
        ObjectId id = ObjectId.of(one);
        String text = format.format(id);

        assertThat(text).isEqualTo(oracle(format, new BigInteger(1, one)));
        assertThat(format.parse(text)).isEqualTo(id);
        assertThat(format.parseLenient("_" + text, 1, text.length() + 1)).isEqualTo(id);
        assertThat(Integer.signum(text.compareTo(format.format(ObjectId.of(other)))))
                .isEqualTo(Integer.signum(id.compareTo(ObjectId.of(other))));
    }

    /** Digits of the alphabet, of which one may be replaced by any character: what is read is written so again, all else refused. */
    @Property
    @Tag("TI-3")
    void anyText_isReadAsWhatIsWrittenSo_orRefusedAtAPlaceOfIt(
            @ForAll ObjectId.Format format,
            @ForAll @Size(20) List<@IntRange(max = 61) Integer> digits,
            @ForAll @IntRange(max = 19) int at,
            @ForAll char any) {
        StringBuilder built = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            built.append(format.alphabet()
                    .charAt(digits.get(i % digits.size()) % format.alphabet().length()));
        }
        if (at < format.length()) {
            built.setCharAt(at, any);
        }
        String text = built.toString();

        Optional<ObjectId> id = format.tryParse(text);

        if (id.isPresent()) {
            assertThat(format.format(id.get())).isEqualTo(text);
            assertThat(format.parse(text)).isEqualTo(id.get());
        } else {
            assertThatExceptionOfType(InvalidIdException.class)
                    .isThrownBy(() -> format.parse(text))
                    .withMessageMatching("[ -~]{1,400}")
                    .satisfies(
                            refused -> assertThat(refused.position().orElse(-1)).isBetween(0, text.length() - 1));
        }
    }

    private static String oracle(ObjectId.Format format, BigInteger number) {
        StringBuilder reversed = new StringBuilder();
        BigInteger rest = number;
        while (reversed.length() < format.length()) {
            BigInteger[] division =
                    rest.divideAndRemainder(BigInteger.valueOf(format.alphabet().length()));
            reversed.append(format.alphabet().charAt(division[1].intValue()));
            rest = division[0];
        }
        assertThat(rest).as("what does not fit").isZero();
        return reversed.reverse().toString();
    }

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
