package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.InvalidIdException;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TI-3")
class LenientIdsTest {

    @Prefix(value = "len_strict", strict = true)
    record StrictId(UUID value) implements TypedId<StrictId> {}

    @Prefix(value = "len_any", alternatives = @Prefix.Alternative(prefix = "len_old", padded = false))
    record LenientId(UUID value) implements TypedId<LenientId> {}

    @Prefix(value = "len_crockford", format = IdFormat.BASE32)
    record CrockfordId(UUID value) implements TypedId<CrockfordId> {}

    @Prefix(value = "len_two_cases", format = IdFormat.BASE62)
    record TwoCaseId(long value) implements TypedLongId<TwoCaseId> {}

    @Prefix("len_doc")
    record DocumentId(ObjectId value) implements TypedObjectId<DocumentId> {}

    private static final UUID SOME = UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b");

    @Test
    void parse_ofAStrictType_isStrict() {
        String upper = new StrictId(SOME).text().toUpperCase(Locale.ROOT);

        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(StrictId.class).parse(upper));
        assertThat(IdType.of(StrictId.class).tryParse(upper)).isEmpty();
        assertThat(IdType.of(StrictId.class).parseLenient(upper)).isEqualTo(new StrictId(SOME));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "len_any_03e3w9q6u75zrqc18pecpdavv",
                "LEN_ANY_03E3W9Q6U75ZRQC18PECPDAVV",
                "Len_Any_03e3W9q6U75zrQc18peCpdavv",
                "LEN_OLD_3E3W9Q6U75ZRQC18PECPDAVV"
            })
    void parse_readsAnyCase_andWritesOne(String text) {
        IdType<LenientId> type = IdType.of(LenientId.class);

        assertThat(type.parse(text)).isEqualTo(new LenientId(SOME));
        assertThat(type.tryParse(text)).contains(new LenientId(SOME));
        assertThat(type.parse(text).text()).isEqualTo("len_any_03e3w9q6u75zrqc18pecpdavv");
        assertThat((Object) IdTypes.of(type).parse(text)).isEqualTo(new LenientId(SOME));
    }

    @Test
    void parseLenient_readsCrockfordsLookAlikes() {
        assertThat(IdType.of(CrockfordId.class).parseLenient("len_crockford_OIJXNHl92WEY39H3Q2C7QNT0AV"))
                .isEqualTo(new CrockfordId(SOME));
    }

    @Test
    void parseLenient_ofATwoCaseFormat_readsThePrefixAlone() {
        IdType<TwoCaseId> type = IdType.of(TwoCaseId.class);

        assertThat(type.parseLenient("LEN_TWO_CASES_87qs3L5SELZ")).isEqualTo(new TwoCaseId(6820698575169822721L));
        assertThat(type.parseLenient("len_two_cases_87QS3L5SELZ")).isNotEqualTo(new TwoCaseId(6820698575169822721L));
    }

    @Test
    void parseLenient_ofUnknownType_findsThePrefixInAnyCase() {
        IdTypes types = IdTypes.of(StrictId.class, DocumentId.class);

        assertThat((Object) types.parseLenient("LEN_STRICT_03E3W9Q6U75ZRQC18PECPDAVV"))
                .isEqualTo(new StrictId(SOME));
        assertThat((Object) types.parse("LEN_DOC_2EY8C8DRG2H00I6V08A"))
                .isEqualTo(new DocumentId(ObjectId.parse("507f191e810c19729de860ea")));
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> types.parse("LEN_STRICT_03E3W9Q6U75ZRQC18PECPDAVV"))
                .withMessageContaining(
                        "an id with prefix \"len_strict\" (StrictId) expected, found prefix \"LEN_STRICT\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " len_any_03e3w9q6u75zrqc18pecpdavv",
                "len-any-03e3w9q6u75zrqc18pecpdavv",
                "len_any_03e3w9q6u75zrqc18pecpdav\u0131",
                "len_any_3e3w9q6u75zrqc18pecpdavv",
                "\u017Fen_any_03e3w9q6u75zrqc18pecpdavv",
                "len_any_ZZZZZZZZZZZZZZZZZZZZZZZZZ"
            })
    void parseLenient_ofAnythingElse_isRefused(String text) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(LenientId.class).parseLenient(text));
        assertThat(IdType.of(LenientId.class).tryParse(text)).isEmpty();
    }

    @Test
    void parseLenient_ofAWrongDigit_namesItsPlaceInTheWholeText() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(LenientId.class).parse("LEN_ANY_03E3W9Q6U75ZRQC18PECPDAV-"))
                .satisfies(invalid -> assertThat(invalid.position()).hasValue(32));
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(DocumentId.class).parse("LEN_DOC_2EY8C8DRG2H00I6V08-"))
                .satisfies(invalid -> assertThat(invalid.position()).hasValue(26));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01976b10-a45c-7786-988e-e261ef5d015b",
                "01976B10-A45C-7786-988E-E261EF5D015B",
                "01976b10-a45c-7786-988E-E261EF5D015B"
            })
    void parse_ofTheValuesOwnText_isTheId(String text) {
        IdType<LenientId> type = IdType.of(LenientId.class);

        assertThat(type.parse(text)).isEqualTo(new LenientId(SOME));
        assertThat(type.tryParse(text)).contains(new LenientId(SOME));
        assertThat(IdType.of(CrockfordId.class).parse(text).text())
                .isEqualTo("len_crockford_01jxnh192wey39h3q2c7qnt0av");
        assertThat(IdType.of(StrictId.class).tryParse(text)).isEmpty();
        assertThat(IdType.of(StrictId.class).parseLenient(text)).isEqualTo(new StrictId(SOME));
    }

    @Test
    void parse_ofAnObjectIdsOwnText_isTheId() {
        assertThat(IdType.of(DocumentId.class).parse("507F191e810c19729de860ea").text())
                .isEqualTo("len_doc_2ey8c8drg2h00i6v08a");
    }

    /** Numbers of two kinds of entity are often equal, which UUIDs and ObjectIds are not. */
    @Test
    void parse_ofABareNumber_isRefused() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(TwoCaseId.class).parse("6820698575169822721"))
                .withMessageContaining("the prefix and the underscore");
    }

    @Test
    void parse_ofUnknownType_needsAPrefix() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdTypes.of(LenientId.class).parse(SOME.toString()))
                .withMessageContaining("the prefix and the underscore");
    }

    @ParameterizedTest
    @CsvSource({
        "01976b10-a45c-7786-988e-e261ef5d015g, 35, '\"g\"'",
        "01976b10.a45c-7786-988e-e261ef5d015b, 8, where a hyphen belongs"
    })
    void parse_ofNearlyTheValuesOwnText_saysWhatIsWrong(String text, int position, String message) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(LenientId.class).parse(text))
                .withMessageContaining(message)
                .satisfies(invalid -> assertThat(invalid.position()).hasValue(position));
    }
}
