package io.counterfoil.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of this repository's documents, as files. */
class RealSiteTest {

    @TempDir
    private static Path directory;

    private static RealSite site;

    @BeforeAll
    static void write() throws IOException {
        site = new RealSite(directory);
    }

    @Test
    void reference_ofAnyPage_leadsToAFileAndAnElement() {
        List<String> broken = new ArrayList<>();
        for (String page : site.pages()) {
            site.references(page).stream()
                    .filter(reference -> !site.has(page, reference))
                    .forEach(reference -> broken.add(page + ": " + reference));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void documents_haveAPageEach() throws IOException {
        try (Stream<Path> files = Files.walk(RealSite.ROOT.resolve("docs"))) {
            long documents =
                    files.filter(file -> file.toString().endsWith(".md")).count();

            assertThat(site.pages()).hasSize((int) documents + 1);
        }
    }

    @Test
    void typesOfTheGuides_leadToTheirJavadoc() {
        assertThat(site.references("guides/http.html")).contains("../api/io/counterfoil/http/HttpPolicy.html");
    }

    /** A page is found by its title in a list of pages, and in the results of a search engine. */
    @Test
    void titles_ofPages_differ() {
        Map<String, Long> titles = site.pages().stream()
                .map(page -> site.text(page).replaceFirst("(?s).*<title>(.*)</title>.*", "$1"))
                .collect(Collectors.groupingBy(title -> title, Collectors.counting()));

        assertThat(titles).allSatisfy((title, pages) -> assertThat(pages).isEqualTo(1));
    }

    @Test
    void pages_takeNothingFromAnotherHost() {
        assertThat(site.pages())
                .allSatisfy(page -> assertThat(site.text(page))
                        .doesNotContainPattern("<(?:script|link|img|iframe)[^>]*(?:src|href)=\"[a-z]+:"));
    }
}
