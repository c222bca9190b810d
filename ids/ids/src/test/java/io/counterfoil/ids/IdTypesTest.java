package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.counterfoil.ids.SampleIds.LedgerId;
import io.counterfoil.ids.SampleIds.PostCodeId;
import io.counterfoil.ids.SampleIds.PostId;
import io.counterfoil.ids.SampleIds.PostalId;
import io.counterfoil.ids.text.InvalidIdException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TI-5")
class IdTypesTest {

    private static final String BODY = "01h455vb4pex5vsknk084sn02q";

    private final IdTypes ids = IdTypes.of(PostId.TYPE, PostalId.TYPE, PostCodeId.TYPE);

    @Test
    void parse_findsTheTypeByItsWholePrefix() {
        assertThat(ids.parse("post_" + BODY)).isInstanceOf(PostId.class).hasToString("post_" + BODY);
        assertThat(ids.parse("postal_" + BODY)).isInstanceOf(PostalId.class).hasToString("postal_" + BODY);
        assertThat(ids.parse("POST_" + BODY)).isInstanceOf(PostId.class).hasToString("post_" + BODY);
        assertThat(ids.parse("post_code_" + BODY))
                .isInstanceOf(PostCodeId.class)
                .hasToString("post_code_" + BODY);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "unknown prefix,     pos_01h455vb4pex5vsknk084sn02q,       'prefix \"pos\" is not one of the known prefixes"
                + " [post, post_code, postal]'",
        "unregistered type,  ldg_01h455vb4pex5vsknk084sn02q,       'prefix \"ldg\" is not one of the known prefixes'",
        "between two,        post_cod_01h455vb4pex5vsknk084sn02q,  'prefix \"post_cod\" is not one of the known"
                + " prefixes'",
        "no prefix,          01h455vb4pex5vsknk084sn02q,           the prefix and the underscore",
        "wrong body,         post_01h455vb4pex5vsknk084sn02,       found 25",
        "prefix as body,     post_code_,                           found 0",
    })
    void parse_ofAnythingElse_saysWhatIsWrong(String name, String text, String reason) {
        assertThat(LedgerId.TYPE.prefix()).isEqualTo("ldg");

        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> ids.parse(text))
                .withMessageContaining(reason);
    }

    @Test
    void parse_intoAClassOrInterface_acceptsItsIds() {
        assertThat(ids.parse("post_" + BODY, PostId.class)).hasToString("post_" + BODY);
        assertThat(ids.parse("post_" + BODY, Record.class)).isInstanceOf(PostId.class);
    }

    @Test
    void parse_intoAnotherIdsClass_isRejected_namingBoth() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> ids.parse("postal_" + BODY, PostId.class))
                .withMessage("an id that is a PostId expected, found prefix \"postal\" of a PostalId");
    }

    @Test
    void of_classes_isOfTheirTypes() {
        assertThat(IdTypes.of(PostId.class, PostalId.class).types())
                .extracting(IdType::prefix)
                .containsExactly("post", "postal");
    }

    @Test
    void parse_ofAnOverlongText_namesTheLimit() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> ids.parse("p".repeat(74) + "_" + BODY))
                .withMessageContaining("at most 100");
    }

    @Test
    void of_aTypeTwice_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdTypes.of(PostId.TYPE, PostId.TYPE))
                .withMessageContaining(PostId.class.getName());
    }

    @Test
    void types_areInOrderOfTheirPrefixes() {
        assertThat(ids.types().stream().<Object>map(type -> type))
                .containsExactly(PostId.TYPE, PostCodeId.TYPE, PostalId.TYPE);
        assertThat(ids.withPrefix("post"))
                .hasValueSatisfying(type -> assertThat(type).isSameAs(PostId.TYPE));
        assertThat(ids.withPrefix("ldg")).isEmpty();
    }
}
