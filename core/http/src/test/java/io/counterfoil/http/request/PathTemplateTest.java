package io.counterfoil.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTemplateTest {

    @ParameterizedTest
    @CsvSource(
            value = {
                "/                 | /",
                "/a                | /a",
                "/a/               | /a/",
                "/a/*              | /a/b",
                "/a/{b}            | /a/b",
                "/a/{b}/c          | /a/b/c",
                "/**               | /",
                "/**               | /a/b/c",
                "/a/**             | /a",
                "/a/**             | /a/",
                "/a/**             | /a/b/c",
                "/a/{b}/**         | /a/b",
                "/transfers/{key}  | /tr%61nsfers/k",
                "/transfers/{key}  | /transfers;v=1/k",
                "/transfers/{key}  | /transfers/k;v=1",
                "/caf%C3%A9        | /caf%c3%a9",
                "/caf\u00e9        | /caf%C3%A9"
            },
            delimiter = '|')
    void path_ofTheShape_fits(String template, String path) {
        assertThat(PathTemplate.parse(template).fits(path)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "/         | /a",
                "/a        | /",
                "/a        | /a/",
                "/a        | /A",
                "/a        | /a/b",
                "/a        | a",
                "/a/       | /a",
                "/a/*      | /a",
                "/a/*      | /a/",
                "/a/{b}    | /a/",
                "/a/*      | /a/b/c",
                "/a/{b}/c  | /a//c",
                "/a/**     | /ab",
                "/a/{b}/** | /a",
                "/a        | /%zz",
                "/a/b      | /a%2Fb"
            },
            delimiter = '|')
    void path_ofAnotherShape_doesNotFit(String template, String path) {
        assertThat(PathTemplate.parse(template).fits(path)).isFalse();
    }

    @Test
    @Tag("RQ-2")
    void variables_areDecoded_andOtherwiseAsTheyAre() {
        PathTemplate template = PathTemplate.parse("/v1/{ledger}/{key}");

        assertThat(template.valueOf("ledger", "/v1/a%20b/%zz")).contains("a b");
        assertThat(template.valueOf("key", "/v1/a%20b/%C3%BC+;x=1")).contains("\u00fc+");
        assertThat(template.valueOf("key", "/v1/A/a%2Fb")).contains("a/b");
        assertThat(template.valueOf("key", "/v1/A")).as("another shape").isEmpty();
        assertThat(template.valueOf("other", "/v1/A/B")).as("no such variable").isEmpty();
    }

    @ParameterizedTest
    @Tag("RQ-2")
    @ValueSource(strings = {"%", "%4", "%zz", "a%g0", "%ff", "%C3", "%C3%28", "%ED%A0%80", "\ud800%41"})
    void variable_thatCannotBeDecoded_isRefusedByName(String segment) {
        assertThatThrownBy(() -> PathTemplate.parse("/v1/{key}").valueOf("key", "/v1/" + segment))
                .isInstanceOfSatisfying(
                        InvalidIdentifierException.class,
                        invalid -> assertThat(invalid.kind()).isEqualTo("key"))
                .hasMessageContaining("percent-encoding");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "/a/**/b",
                "/{a}/{a}",
                "/a{b}",
                "/{a}b",
                "/{}",
                "/{1}",
                "/{a",
                "/a}",
                "/a*",
                "/***",
                "/a;v=1",
                "/%zz"
            })
    void template_thatIsNone_isRefusedWithItsText(String text) {
        assertThatThrownBy(() -> PathTemplate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "/**      | /a/b        | true",
                "/**      | /**         | true",
                "/a/**    | /a/b/**     | true",
                "/a/**    | /a          | true",
                "/{x}     | /{y}        | true",
                "/*       | /{y}        | true",
                "/{x}     | /a          | true",
                "/a/{x}   | /a/b        | true",
                "/a       | /%61        | true",
                "/a       | /{x}        | false",
                "/a/*     | /a/**       | false",
                "/a/b/**  | /a/**       | false",
                "/a/*     | /a/b/**     | false",
                "/a/*     | /b/*        | false",
                "/*       | /a/b        | false",
                "/a/*     | /a/         | false",
                "/a/{x}   | /a/         | false"
            },
            delimiter = '|')
    void template_coversAnother_whereEveryPathOfItFits(String wide, String narrow, boolean covers) {
        assertThat(PathTemplate.parse(wide).covers(PathTemplate.parse(narrow))).isEqualTo(covers);
    }

    @Test
    void template_isItsText() {
        PathTemplate template = PathTemplate.parse("/a/{b}");

        assertThat(template).hasToString("/a/{b}").isEqualTo(PathTemplate.parse("/a/{b}"));
        assertThat(template).isNotEqualTo(PathTemplate.parse("/a/{c}")).hasSameHashCodeAs(PathTemplate.parse("/a/{b}"));
        assertThat(template.hasVariable("b")).isTrue();
        assertThat(template.hasVariable("a")).isFalse();
    }
}
