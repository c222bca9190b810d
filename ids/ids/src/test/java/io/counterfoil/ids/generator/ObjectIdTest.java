package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-1")
class ObjectIdTest {

    /** The timestamps that the BSON specification asks every implementation to test. */
    @ParameterizedTest
    @CsvSource({
        "00000000, 1970-01-01T00:00:00Z",
        "7fffffff, 2038-01-19T03:14:07Z",
        "80000000, 2038-01-19T03:14:08Z",
        "ffffffff, 2106-02-07T06:28:15Z"
    })
    void instant_isOfUnsignedSeconds(String timestamp, Instant instant) {
        assertThat(ObjectId.parse(timestamp + "0000000000000000").instant()).isEqualTo(instant);
        assertThat(ObjectId.min(instant)).hasToString(timestamp + "0000000000000000");
        assertThat(ObjectId.max(instant.plusNanos(999_999_999))).hasToString(timestamp + "ffffffffffffffff");
        assertThat(ObjectId.Generator.generator(() -> instant, () -> 0)
                        .generate()
                        .instant())
                .isEqualTo(instant);
    }

    @Test
    void textAndBytes_leadBackToTheId() {
        ObjectId id = ObjectId.parse("507f191e810c19729de860ea");

        assertThat(id).hasToString("507f191e810c19729de860ea");
        assertThat(id.instant()).isEqualTo("2012-10-17T20:46:22Z");
        assertThat(id.toByteArray())
                .inHexadecimal()
                .containsExactly(0x50, 0x7f, 0x19, 0x1e, 0x81, 0x0c, 0x19, 0x72, 0x9d, 0xe8, 0x60, 0xea);
        assertThat(ObjectId.of(id.toByteArray())).isEqualTo(id).hasSameHashCodeAs(id);
        assertThat(ObjectId.tryParse("507f191e810c19729de860ea")).contains(id);
    }

    @ParameterizedTest
    @CsvSource({
        "507f191e810c19729de860e, LENGTH, -1",
        "507f191e810c19729de860ea0, LENGTH, -1",
        "'', LENGTH, -1",
        "507F191e810c19729de860ea, CASE, 3",
        "507f191e810c19729de860eA, CASE, 23",
        "507f191e-10c19729de860ea, CHARACTER, 8",
        "g07f191e810c19729de860ea, CHARACTER, 0",
        "507f191e810c19729de860eG, CHARACTER, 23",
        "507f191e810c19729de860e\u0661, CHARACTER, 23"
    })
    void parse_ofWhatToStringDoesNotWrite_isRefused(String text, InvalidIdReason reason, int position) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> ObjectId.parse(text))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(reason))
                .satisfies(refused -> assertThat(refused.position().orElse(-1)).isEqualTo(position));
        assertThat(ObjectId.tryParse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11, 13})
    void of_moreOrFewerBytes_isRefused(int length) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> ObjectId.of(new byte[length]))
                .withMessageContaining("12")
                .withMessageContaining(String.valueOf(length));
    }

    @Test
    void order_isThatOfUnsignedBytes_andOfTheTexts() {
        List<String> texts = List.of(
                "000000000000000000000000",
                "000000000000000000000001",
                "0000000080000000ffffffff",
                "7fffffffffffffffffffffff",
                "800000000000000000000000",
                "ffffffff7fffffffffffffff",
                "ffffffffffffffffffffffff");

        Stream<String> sorted = texts.stream()
                .sorted((one, other) -> other.compareTo(one))
                .map(ObjectId::parse)
                .sorted()
                .map(ObjectId::toString);

        assertThat(sorted).containsExactlyElementsOf(texts);
    }

    @Test
    void equals_tellsEveryPartApart() {
        ObjectId id = ObjectId.parse("507f191e810c19729de860ea");

        assertThat(id)
                .isNotEqualTo(ObjectId.parse("507f191f810c19729de860ea"))
                .isNotEqualTo(ObjectId.parse("507f191e810c19739de860ea"))
                .isNotEqualTo(ObjectId.parse("507f191e810c19729de860eb"))
                .isNotEqualTo("507f191e810c19729de860ea");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59.999999999Z", "2106-02-07T06:28:16Z", "+1000000000-12-31T23:59:59Z"})
    void minAndMax_ofAnInstantWithoutIds_areRefused(String instant) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ObjectId.min(Instant.parse(instant)))
                .withMessageContaining("2106-02-07T06:28:15Z")
                .withMessageContaining(instant);
        assertThatIllegalArgumentException().isThrownBy(() -> ObjectId.max(Instant.parse(instant)));
    }

    @Test
    void next_isOfTheSystemClock_andAscends() {
        Instant before = Instant.now().minusSeconds(1);
        ObjectId one = ObjectId.next();
        ObjectId two = ObjectId.next();

        assertThat(one.instant()).isBetween(before, Instant.now().plusSeconds(2));
        assertThat(two).isGreaterThan(one);
        assertThat(one.toString().substring(8, 18)).isEqualTo(two.toString().substring(8, 18));
    }
}
