package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
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
        ObjectIdGenerator generator = ObjectIdGenerator.generator(
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

    private static Duration notNegative(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
