package io.counterfoil.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a site makes of documents. */
class SiteTest {

    private TestRepository repository;

    @BeforeEach
    void create(@TempDir Path directory) throws IOException {
        repository = new TestRepository(directory);
    }

    @Test
    void link_toADocument_leadsToItsPage() throws IOException {
        assertThat(repository.pageOf("See [more](../decisions/README.md#decisions)."))
                .contains("<a href=\"../decisions/index.html#decisions\">more</a>");
    }

    @Test
    void link_withinADocument_leadsToItsHeading() throws IOException {
        assertThat(repository.pageOf("[below](#the-end)\n\n## The end\n"))
                .contains("<a href=\"#the-end\">below</a>", "<h2 id=\"the-end\">");
    }

    @Test
    void link_toASource_leadsToTheRepository() throws IOException {
        assertThat(repository.pageOf("[code](../../core/http/src/main/java/product/Policy.java)"))
                .contains("href=\"https://example.org/code/blob/main/core/http/src/main/java/product/Policy.java\"");
    }

    @Test
    void link_toAFolder_leadsToTheRepository() throws IOException {
        assertThat(repository.pageOf("[module](../../core/http)"))
                .contains("href=\"https://example.org/code/tree/main/core/http\"");
    }

    @Test
    void link_toAnotherFileOfTheDocuments_hasItOnTheSite() throws IOException {
        repository.write("docs/reference/api.json", "{}");

        assertThat(repository.pageOf("[schema](../reference/api.json)")).contains("href=\"../reference/api.json\"");
        assertThat(repository.hasOnSite("reference/api.json")).isTrue();
    }

    @Test
    void link_toAnotherHost_staysAsItIs() throws IOException {
        assertThat(repository.pageOf("[peer](https://example.com/a.md)")).contains("href=\"https://example.com/a.md\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [no page](missing.md)                    | docs/guides/guide.md: missing.md leads nowhere
            [no file](../../core/missing.json)       | docs/guides/guide.md: ../../core/missing.json leads nowhere
            [outside](../../../README.md)            | docs/guides/guide.md: ../../../README.md leads nowhere
            [no heading](../README.md#missing)       | docs/guides/guide.md: there is no heading #missing in docs/README.md
            [no heading](#missing)                   | docs/guides/guide.md: there is no heading #missing in docs/guides/guide.md
            ![no image](missing.png)                 | docs/guides/guide.md: missing.png is no image of the repository
            <video></video>                          | docs/guides/guide.md: HTML is not supported: <video>
            """)
    void fault_ofADocument_failsTheBuild(String text, String message) {
        assertThatThrownBy(() -> repository.pageOf(text))
                .isInstanceOf(FaultyDocumentsException.class)
                .hasMessageContaining(message);
    }

    @Test
    void document_thatIsNotListed_failsTheBuild() throws IOException {
        repository.write("docs/guides/other.md", "# Other\n");

        assertThatThrownBy(() -> repository.pageOf(""))
                .isInstanceOf(FaultyDocumentsException.class)
                .hasMessage("docs/guides/other.md: is not listed in docs/README.md");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Policy            | Policy
            @Policy(key = 1)  | Policy
            Policy.of(1)      | Policy
            Policy.Kind       | Policy.Kind
            """)
    void publicType_inCode_leadsToItsJavadoc(String code, String type) throws IOException {
        assertThat(repository.pageOf("The `" + code + "`."))
                .contains("<a class=\"type\" href=\"../api/product/" + type + ".html\"><code>" + code + "</code></a>");
    }

    @ParameterizedTest
    @CsvSource({"Hidden", "Policies", "policy.of()", "Kind"})
    void otherName_inCode_isNoLink(String code) throws IOException {
        assertThat(repository.pageOf("The `" + code + "`.")).contains("The <code>" + code + "</code>.");
    }

    @Test
    void block_ofAKnownLanguage_hasItsTokensMarked() throws IOException {
        assertThat(repository.pageOf("```java\nreturn \"<a>\"; // so\n```"))
                .contains("<span class=\"keyword\">return</span> <span class=\"string\">&quot;&lt;a&gt;&quot;</span>; "
                        + "<span class=\"comment\">// so</span>");
    }

    @Test
    void table_withoutHeadings_hasNoHeadOnThePage() throws IOException {
        assertThat(repository.pageOf("| | |\n|---|---|\n| a | b |"))
                .contains("<tbody>")
                .doesNotContain("<thead>");
    }

    @Test
    void image_hasItsSizeOnThePage() throws IOException {
        repository.write("lab/notes/figure.svg", "<svg viewBox=\"0 0 640 480\"/>");

        assertThat(repository.pageOf("![A figure](../../lab/notes/figure.svg)"))
                .contains("<img src=\"../images/figure.svg\" alt=\"A figure\" width=\"640\" height=\"480\"");
    }

    @Test
    void comment_ofADocument_isNotOnThePage() throws IOException {
        assertThat(repository.pageOf("<!-- block: example -->\ntext")).doesNotContain("block: example");
    }
}
