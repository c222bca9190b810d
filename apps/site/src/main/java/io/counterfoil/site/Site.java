package io.counterfoil.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The site of a repository.
 *
 * @param root of the repository
 * @param repository the address of the repository, for links to what is no page
 */
public record Site(Path root, String repository) {

    private static final List<String> FILES = List.of("site.css", "site.js", "search.js", "icon.svg");

    /**
     * Writes the pages into an empty directory, without the Javadoc that they link to.
     *
     * @return how many
     * @throws FaultyDocumentsException if a link leads nowhere, or a document is not listed; pages were written then
     */
    public int writePages(Path target) throws IOException {
        Faults faults = new Faults();
        Pages pages = Pages.read(root, faults);
        Links links = new Links(pages, root, repository, faults);
        PublicTypes types = publicTypes();
        PageWriter writer = new PageWriter(new SiteContext(pages, links, types, faults), repository);
        for (SitePage page : pages.inOrder()) {
            write(target.resolve(page.url()), writer.write(page));
        }
        faults.check();
        links.copyTo(target);
        for (String file : FILES) {
            write(target.resolve(file), Resources.text(file));
        }
        String index = JsonMapper.shared().writeValueAsString(SearchEntry.of(pages, types));
        // A script, since a page that was opened from a disk may not read another file.
        write(target.resolve("search-index.js"), "globalThis.searchIndex = " + index + ";\n");
        return pages.inOrder().size();
    }

    /**
     * Writes the Javadoc of the published modules.
     *
     * @param classPath what they are compiled with, and their own classes
     * @throws IllegalStateException with the output of the tool if it fails
     */
    public void writeJavadoc(String classPath, Path target) throws IOException {
        Javadoc.write(publicTypes(), classPath, target);
    }

    /** Makes a directory empty, or creates it. */
    static Path emptied(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(directory);
    }

    private PublicTypes publicTypes() throws IOException {
        return new PublicTypes(PublicPackage.of(PublishedModules.of(root)));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }
}
