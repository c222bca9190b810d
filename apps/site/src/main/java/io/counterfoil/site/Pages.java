package io.counterfoil.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The pages of the site, by their documents: the README, then what the list of documents links to, in its order. A document that is not listed
 * is a fault.
 */
final class Pages {

    private static final String README = "README.md";
    private static final String LIST = "docs/README.md";
    private static final String DECISIONS = "docs/decisions/README.md";
    private static final int SHORTEST_LABEL = 3;

    private final Map<String, SitePage> pages = new LinkedHashMap<>();
    private final Path root;
    private final Faults faults;

    private Pages(Path root, Faults faults) {
        this.root = root;
        this.faults = faults;
    }

    /** @param root of the repository */
    static Pages read(Path root, Faults faults) throws IOException {
        Pages pages = new Pages(root, faults);
        pages.add(README, "Counterfoil");
        pages.add(LIST, "All documents");
        pages.addLinked(LIST);
        pages.addLinked(DECISIONS);
        pages.reportUnlisted();
        return pages;
    }

    /** In the order of the navigation: by sections, then as listed. */
    List<SitePage> inOrder() {
        return Stream.of(Section.values())
                .flatMap(section -> of(section).stream())
                .toList();
    }

    List<SitePage> of(Section section) {
        return all().stream().filter(page -> page.section() == section).toList();
    }

    Optional<SitePage> find(String source) {
        return Optional.ofNullable(pages.get(source));
    }

    private Collection<SitePage> all() {
        return pages.values();
    }

    private void addLinked(String list) throws IOException {
        SitePage listing = find(list).orElseThrow(() -> new IllegalStateException(list + " is not listed in " + LIST));
        Map<String, String> labels = new LinkedHashMap<>();
        listing.tree().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                RepositoryLink target = RepositoryLink.from(list, link.getDestination());
                if (target.path().startsWith("docs/") && target.path().endsWith(".md")) {
                    labels.putIfAbsent(target.path(), Markdown.text(link));
                }
            }
        });
        for (Map.Entry<String, String> label : labels.entrySet()) {
            if (Files.exists(root.resolve(label.getKey()))) {
                add(label.getKey(), label.getValue());
            }
        }
    }

    /** A label such as a number says too little: then the title is the label. */
    private void add(String source, String label) throws IOException {
        if (pages.containsKey(source)) {
            return;
        }
        Node tree = Markdown.parse(Files.readString(root.resolve(source)));
        Map<Node, PageHeading> headings = Markdown.headings(tree);
        if (headings.isEmpty()) {
            faults.add(source, "has no title");
            return;
        }
        String name = label.length() < SHORTEST_LABEL
                ? headings.values().iterator().next().text()
                : Character.toUpperCase(label.charAt(0)) + label.substring(1);
        pages.put(source, new SitePage(source, name, url(source), tree, headings));
    }

    private void reportUnlisted() throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            files.map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .filter(path -> path.endsWith(".md") && !pages.containsKey(path))
                    .sorted()
                    .forEach(path -> faults.add(path, "is not listed in " + LIST));
        }
    }

    private static String url(String source) {
        return switch (source) {
            case README -> "index.html";
            case LIST -> "documents.html";
            case DECISIONS -> "decisions/index.html";
            default -> source.substring("docs/".length(), source.length() - "md".length()) + "html";
        };
    }
}
