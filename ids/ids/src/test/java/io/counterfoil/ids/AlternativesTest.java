package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.InvalidIdReason;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of an earlier scheme, read by declaration; the values are those of the tutorial on identifiers. */
@Tag("TI-9")
class AlternativesTest {

    @Prefix(
            value = "alt_acct",
            strict = true,
            alternatives = {
                @Prefix.Alternative(padded = false),
                @Prefix.Alternative(
                        prefix = {"alt_account", "alt2"},
                        format = {IdFormat.BASE36, IdFormat.BASE32}),
                @Prefix.Alternative(
                        prefix = "",
                        format = {IdFormat.HEX, IdFormat.BASE16})
            })
    record AccountId(UUID value) implements TypedId<AccountId> {}

    @Prefix(value = "alt_event", alternatives = @Prefix.Alternative(prefix = "", format = IdFormat.DECIMAL))
    record EventId(long value) implements TypedLongId<EventId> {}

    @Prefix(
            value = "alt_doc",
            alternatives = {
                @Prefix.Alternative(prefix = "", format = IdFormat.BASE16),
                @Prefix.Alternative(padded = false)
            })
    record DocumentId(ObjectId value) implements TypedObjectId<DocumentId> {}

    private static final AccountId ACCOUNT = new AccountId(UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b"));
    private static final String CANONICAL = "alt_acct_03e3w9q6u75zrqc18pecpdavv";

    private static final IdType<AccountId> TYPE = IdType.of(AccountId.class);

    @ParameterizedTest
    @ValueSource(
            strings = {
                CANONICAL,
                "alt_acct_3e3w9q6u75zrqc18pecpdavv",
                "alt_account_03e3w9q6u75zrqc18pecpdavv",
                "alt2_03e3w9q6u75zrqc18pecpdavv",
                "alt2_01jxnh192wey39h3q2c7qnt0av",
                "01976b10-a45c-7786-988e-e261ef5d015b",
                "01976b10a45c7786988ee261ef5d015b"
            })
    void parse_ofEachDeclaredText_isTheId_andIsWrittenCanonically(String text) {
        assertThat(TYPE.parse(text)).isEqualTo(ACCOUNT);
        assertThat(TYPE.tryParse(text)).contains(ACCOUNT);
        assertThat(TYPE.parse(text).text()).isEqualTo(CANONICAL);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "padded where it is not declared,  alt_account_3e3w9q6u75zrqc18pecpdavv,   LENGTH, '25 characters expected"
                + " after \"alt_account_\", found 24'",
        "hex with a prefix,                alt_acct_01976b10-a45c-7786-988e-e261ef5d015b, LENGTH, found 36",
        "no prefix and another format,       03e3w9q6u75zrqc18pecpdavv,              LENGTH, found 25",
        "two zeros in front,               alt_acct_003e3w9q6u75zrqc18pecpdavv,    LENGTH, found 26",
        "one zero of two,                  alt_acct_00000000000000000000000z,      CHARACTER, a leading zero",
        "wrong digit of unpadded,          alt_acct_3e3w9q6u75zrqc18pecpdav-,      CHARACTER, '\"-\"'",
        "other case,                       alt_acct_3E3w9q6u75zrqc18pecpdavv,      CASE, '\"E\"'",
        "other case of the prefix,         ALT_ACCT_3e3w9q6u75zrqc18pecpdavv,      PREFIX, 'found prefix \"ALT_ACCT\"'",
        "an unknown prefix,                alt3_03e3w9q6u75zrqc18pecpdavv,         PREFIX, 'found prefix \"alt3\"'",
    })
    void parse_ofAnythingElse_isRefused(String name, String text, InvalidIdReason reason, String message) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> TYPE.parse(text))
                .withMessageContaining(message)
                .satisfies(invalid -> assertThat(invalid.reason()).isEqualTo(reason));
        assertThat(TYPE.tryParse(text)).isEmpty();
    }

    @Test
    void parse_ofAWrongDigit_namesItsPlaceInTheWholeText() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> TYPE.parse("alt_acct_3e3w9q6u75zrqc18pecpdav-"))
                .satisfies(invalid -> assertThat(invalid.position()).hasValue(32));
    }

    @ParameterizedTest
    @CsvSource({
        "alt_acct_!!!, 9, '\"!\" at index 9 is none of 0'",
        "alt_acct_3E3, 10, '\"E\" at index 10 is in the wrong case'"
    })
    void parse_ofAWrongUnpaddedText_namesAPlaceOfThatText(String text, int position, String message) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> TYPE.parse(text))
                .withMessageContaining(message)
                .satisfies(invalid -> assertThat(invalid.position()).hasValue(position));
    }

    @Test
    void numbersAndObjectIds_haveAlternativesToo() {
        assertThat(IdType.of(EventId.class).parse("6820698575169822721")).isEqualTo(new EventId(6820698575169822721L));
        assertThat(IdType.of(EventId.class).parse("18446744073709551615")).isEqualTo(new EventId(-1));
        assertThat(IdType.of(EventId.class).parse("0")).isEqualTo(new EventId(0));
        assertThat(IdType.of(DocumentId.class).parse("507f191e810c19729de860ea").text())
                .isEqualTo("alt_doc_2ey8c8drg2h00i6v08a");
        assertThat(IdType.of(DocumentId.class).parse("alt_doc_1"))
                .isEqualTo(new DocumentId(ObjectId.parse("000000000000000000000001")));
    }

    @ParameterizedTest
    @CsvSource({
        "18446744073709551616, OVERFLOW",
        "06820698575169822721, CHARACTER",
        "-1, CHARACTER",
        "'', LENGTH",
        "184467440737095516150, LENGTH"
    })
    void decimal_ofAnotherNumber_isRefused(String text, InvalidIdReason reason) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> IdType.of(EventId.class).parse(text))
                .satisfies(invalid -> assertThat(invalid.reason()).isEqualTo(reason));
    }

    @Test
    void parse_ofUnknownType_findsTheAlternativePrefixes() {
        IdTypes types = IdTypes.of(AccountId.class, EventId.class);

        assertThat((Object) types.parse("alt2_01jxnh192wey39h3q2c7qnt0av")).isEqualTo(ACCOUNT);
        assertThat((Object) types.parse("alt_acct_3e3w9q6u75zrqc18pecpdavv")).isEqualTo(ACCOUNT);
        assertThat(types.withPrefix("alt2")).isEmpty();
        assertThat(types.types()).hasSize(2);
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> types.parse("6820698575169822721"))
                .withMessageContaining("the prefix and the underscore");
    }

    @Prefix("alt_account")
    record TakesAlternative(UUID value) implements TypedId<TakesAlternative> {}

    @Prefix(value = "alt_takes_own", alternatives = @Prefix.Alternative(prefix = "alt_acct"))
    record AlternativeTakesOwn(UUID value) implements TypedId<AlternativeTakesOwn> {}

    @ParameterizedTest
    @ValueSource(classes = {TakesAlternative.class, AlternativeTakesOwn.class})
    void anAlternativePrefix_isOfOneClass(Class<?> idClass) {
        assertThat(TYPE.prefix()).isEqualTo("alt_acct");

        assertThatIllegalStateException()
                .isThrownBy(() -> IdType.forClass(idClass))
                .withMessageContaining(AccountId.class.getName())
                .withMessageContaining(idClass.getName());
    }

    @Prefix(
            value = "alt_ambiguous_a",
            alternatives = {@Prefix.Alternative(format = IdFormat.BASE58), @Prefix.Alternative(format = IdFormat.BASE62)
            })
    record TwoOfOneWidth(UUID value) implements TypedId<TwoOfOneWidth> {}

    @Prefix(
            value = "alt_ambiguous_b",
            format = IdFormat.BASE62,
            alternatives = @Prefix.Alternative(format = IdFormat.BASE36, padded = false))
    record UnpaddedOverCanonical(UUID value) implements TypedId<UnpaddedOverCanonical> {}

    @Prefix(value = "alt_ambiguous_c", alternatives = @Prefix.Alternative(format = {IdFormat.DECIMAL}))
    record DecimalOverBase36(long value) implements TypedLongId<DecimalOverBase36> {}

    @Prefix(
            value = "alt_ambiguous_d",
            alternatives =
                    @Prefix.Alternative(
                            prefix = "",
                            format = {IdFormat.BASE16, IdFormat.DECIMAL}))
    record DecimalOverHex(long value) implements TypedLongId<DecimalOverHex> {}

    @ParameterizedTest
    @ValueSource(
            classes = {TwoOfOneWidth.class, UnpaddedOverCanonical.class, DecimalOverBase36.class, DecimalOverHex.class})
    void textsThatCouldBeTwoIds_areRefused(Class<?> idClass) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.forClass(idClass))
                .withMessageContaining(idClass.getName())
                .withMessageContaining("one text could represent two different IDs");
    }

    @Prefix(value = "alt_twice", alternatives = @Prefix.Alternative)
    record Twice(UUID value) implements TypedId<Twice> {}

    @Prefix(value = "alt_unpadded_hex", alternatives = @Prefix.Alternative(format = IdFormat.HEX, padded = false))
    record UnpaddedHex(UUID value) implements TypedId<UnpaddedHex> {}

    @Prefix(value = "alt_bad_prefix", alternatives = @Prefix.Alternative(prefix = "Alt-1"))
    record BadPrefix(UUID value) implements TypedId<BadPrefix> {}

    @Prefix(value = "alt_no_format", alternatives = @Prefix.Alternative(format = IdFormat.DECIMAL))
    record NoFormat(UUID value) implements TypedId<NoFormat> {}

    @ParameterizedTest
    @ValueSource(classes = {Twice.class, UnpaddedHex.class, BadPrefix.class, NoFormat.class})
    void aDeclarationAgainstTheRules_isRefused(Class<?> idClass) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdType.forClass(idClass))
                .withMessageContaining(idClass.getName())
                .withMessageMatching(".*(twice|unpadded|alternative prefix|cannot have format).*");
    }

    @Prefix(
            value = "alt_agreeing",
            format = IdFormat.BASE32,
            alternatives = @Prefix.Alternative(format = {IdFormat.ULID, IdFormat.BASE36, IdFormat.HEX}))
    record Agreeing(UUID value) implements TypedId<Agreeing> {}

    @Test
    void textsThatAreOneIdInBothForms_areAllowed() {
        Agreeing small = new Agreeing(new UUID(0, 1));

        assertThat(IdType.of(Agreeing.class).parse("alt_agreeing_00000000000000000000000001"))
                .isEqualTo(small);
        assertThat(IdType.of(Agreeing.class)
                        .parse("alt_agreeing_01JXNH192WEY39H3Q2C7QNT0AV")
                        .value())
                .isEqualTo(ACCOUNT.value());
    }
}
