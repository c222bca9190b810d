package io.counterfoil.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Javadoc of the published modules. */
class JavadocTest {

    /** It fails where a type that can be linked to has no page, and where a reference leads nowhere. */
    @Test
    void javadoc_isWritten_andLeadsBackToTheDocuments(@TempDir Path target) throws IOException {
        new Site(RealSite.ROOT, "https://example.org/code").writeJavadoc(System.getProperty("java.class.path"), target);

        assertThat(Files.readString(target.resolve("api/io/counterfoil/http/HttpPolicy.html")))
                .contains("<a href=\"../../../../index.html\">Documents</a>");
    }
}
