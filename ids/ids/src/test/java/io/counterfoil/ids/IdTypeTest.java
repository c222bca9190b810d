package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.SampleIds.LedgerId;
import io.counterfoil.ids.SampleIds.PostId;
import io.counterfoil.ids.SampleIds.PreFixId;
import io.counterfoil.ids.SampleIds.PrefixId;
import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.generator.UuidOrder;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.InvalidIdException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdTypeTest {

    private static final UUID UUID_OF_SPECIFICATION = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");
    private static final String LEDGER = "ldg_01h455vb4pex5vsknk084sn02q";

    @Test
    @Tag("TI-4")
    void text_isPrefixUnderscoreBody_everywhere() {
        LedgerId id = new LedgerId(UUID_OF_SPECIFICATION);

        assertThat(id.text()).isEqualTo(LEDGER);
        assertThat(LedgerId.TYPE.format(id)).isEqualTo(LEDGER);
        assertThat(id).hasToString(LEDGER);
    }

    @Test
    @Tag("TI-4")
    void idsOfTwoTypesWithOneUuid_areNotEqual() {
        assertThat((Object) new LedgerId(UUID_OF_SPECIFICATION)).isNotEqualTo(new PostId(UUID_OF_SPECIFICATION));
    }

    @Test
    @Tag("TI-4")
    void next_isAFreshUuidV7EachTime() {
        LedgerId first = LedgerId.TYPE.next();
        LedgerId second = LedgerId.TYPE.next();

        assertThat(UuidV7.isV7(first.value())).isTrue();
        assertThat(first.text()).isLessThan(second.text());
    }

    @Test
    @Tag("TI-4")
    void next_ofAGenerator_usesItsClock() {
        UuidGenerator generator = UuidV7.generator(UuidOrder.PROCESS_WIDE, () -> Instant.EPOCH, () -> 0L);

        assertThat(LedgerId.TYPE.next(generator)).hasToString("ldg_0000000000e008000000000000");
    }

    @Test
    @Tag("TI-5")
    void parse_ofACanonicalText_givesTheIdOfThisClass() {
        LedgerId id = LedgerId.TYPE.parse(LEDGER);

        assertThat(id).isEqualTo(new LedgerId(UUID_OF_SPECIFICATION));
    }

    /** The vectors of the TypeID specification, version 0.3, that have a prefix. */
    @Test
    @Tag("TI-5")
    void parse_readsTheVectorsOfTheSpecification() {
        assertThat(PrefixId.TYPE.parse("prefix_0123456789abcdefghjkmnpqrs").value())
                .hasToString("0110c853-1d09-52d8-d73e-1194e95b5f19");
        assertThat(PrefixId.TYPE.parse("prefix_01h455vb4pex5vsknk084sn02q").value())
                .hasToString("01890a5d-ac96-774b-bcce-b302099a8057");
        assertThat(PreFixId.TYPE.parse("pre_fix_00000000000000000000000000").value())
                .hasToString("00000000-0000-0000-0000-000000000000");
        assertThat(new PreFixId(new UUID(0, 0)).text()).isEqualTo("pre_fix_00000000000000000000000000");
    }

    @ParameterizedTest(name = "{0}")
    @Tag("TI-5")
    @CsvSource({
        "empty,               '',                                 the prefix and the underscore",
        "no prefix,           01h455vb4pex5vsknk084sn02q,         the prefix and the underscore",
        "empty prefix,        _01h455vb4pex5vsknk084sn02q,        'prefix \"ldg\" (LedgerId) expected, found prefix"
                + " \"\"'",
        "other prefix,        txn_01h455vb4pex5vsknk084sn02q,     'prefix \"ldg\" (LedgerId) expected, found prefix"
                + " \"txn\"'",
        "longer prefix,       ldgs_01h455vb4pex5vsknk084sn02q,    'found prefix \"ldgs\"'",
        "space before,        ' ldg_01h455vb4pex5vsknk084sn02q',  'found prefix \" ldg\"'",
        "two underscores,     ldg__01h455vb4pex5vsknk084sn02q,    'found prefix \"ldg_\"'",
        "underscore in body,  ldg_01h455vb4pex5vs_knk084sn02q,    'found prefix \"ldg_01h455vb4pex5vs\"'",
        "hyphen as separator, ldg-01h455vb4pex5vsknk084sn02q,     the prefix and the underscore",
        "no body,             ldg_,                               '\"ldg_\" is no LedgerId: 26 characters expected"
                + " after \"ldg_\", found 0'",
        "body too short,      ldg_01h455vb4pex5vsknk084sn02,      found 25",
        "body too long,       ldg_01h455vb4pex5vsknk084sn02qq,    found 27",
        "body above 128 bits, ldg_81h455vb4pex5vsknk084sn02q,     'index 4, ''8'' is above ''7'''",
        "space after,         'ldg_01h455vb4pex5vsknk084sn02q ',  found 27",
        "hex without hyphens, 01890a5dac96774bbcceb302099a8057,   the prefix and the underscore",
        "Cyrillic prefix,     \u043Bdg_01h455vb4pex5vsknk084sn02q, 'found prefix \"\\u043bdg\"'",
    })
    void parse_ofAnythingElse_saysWhatIsWrong(String name, String text, String reason) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> LedgerId.TYPE.parse(text))
                .withMessageContaining(reason);
    }

    @Test
    @Tag("TI-5")
    void parse_ofAnOverlongText_namesTheLimitAndDoesNotRepeatIt() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> LedgerId.TYPE.parse("ldg_" + "x".repeat(100_000)))
                .withMessage("a typed id has at most 100 characters, this text has 100004");
    }

    @Test
    @Tag("TI-5")
    void parse_inALocaleOfOtherDigits_countsInAscii() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            for (String text : List.of("ldg_0", "ldg_" + "x".repeat(200), LEDGER.replace('v', 'u'))) {
                assertThatExceptionOfType(InvalidIdException.class)
                        .isThrownBy(() -> LedgerId.TYPE.parse(text))
                        .withMessageMatching("[ -~]+");
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @Tag("TI-5")
    void parse_ofHostileText_saysItInOneBoundedLineOfAscii() {
        String hostile = "\r\nERROR forged \u001B[31m\u2028\"".repeat(3) + "_0";

        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> LedgerId.TYPE.parse(hostile))
                .satisfies(e -> assertThat(e.getMessage())
                        .matches("[ -~]*")
                        .contains("\\u000d\\u000aERROR forged")
                        .contains("... (66 characters)"));
    }

    @Test
    @Tag("TI-4")
    void of_whenTheClassMakesAnotherId_saysSo() {
        @Prefix("miswired")
        record Miswired(UUID value) implements TypedId<Miswired> {}
        IdType<Miswired> type = IdType.of(Miswired.class, uuid -> new Miswired(new UUID(0, 0)));

        assertThatIllegalStateException()
                .isThrownBy(type::next)
                .withMessageContaining(Miswired.class.getName())
                .withMessageContaining("00000000-0000-0000-0000-000000000000");
    }
}
