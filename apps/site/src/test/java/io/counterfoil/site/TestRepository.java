package io.counterfoil.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A repository with the documents that a site must have, one guide, and one published module. */
final class TestRepository {

    static final String ADDRESS = "https://example.org/code";

    private final Path root;
    private final Path target;

    TestRepository(Path directory) throws IOException {
        this.root = directory.resolve("repository");
        this.target = directory.resolve("site");
        write("README.md", "# Product\n\nWhat it is.\n");
        write("docs/README.md", "# Documents\n\n[Guide](guides/guide.md), [decisions](decisions/README.md)\n");
        write("docs/decisions/README.md", "# Decisions\n\nNone yet.\n");
        write("pom.xml", "<project><modules><module>core/http</module></modules></project>");
        write("core/http/pom.xml", "<project><artifactId>product-http</artifactId></project>");
        write("core/http/src/main/java/product/Policy.java", """
                package product;
                public interface Policy { enum Kind { STRICT } }
                """);
        write(
                "core/http/src/main/java/product/internal/Hidden.java",
                "package product.internal; public class Hidden {}");
        write("build/bom/pom.xml", """
                <project><dependencyManagement><dependencies>
                <dependency><artifactId>product-http</artifactId></dependency>
                </dependencies></dependencyManagement></project>
                """);
    }

    TestRepository write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
        return this;
    }

    /** The page of the guide with this text below its title. */
    String pageOf(String guide) throws IOException {
        write("docs/guides/guide.md", "# The guide\n\n" + guide + "\n");
        new Site(root, ADDRESS).writePages(Site.emptied(target));
        return Files.readString(target.resolve("guides/guide.html"));
    }

    /** Whether a file was written with the pages. */
    boolean hasOnSite(String path) {
        return Files.exists(target.resolve(path));
    }
}
