package io.counterfoil.site;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/**
 * A page of the site, which a document of the repository becomes.
 *
 * @param source the document's path in the repository, with slashes
 * @param label the page's name in the navigation
 * @param url relative to the site's root
 * @param tree the document's text
 * @param headings in order, by their nodes; the first is the title
 */
record SitePage(String source, String label, String url, Node tree, Map<Node, PageHeading> headings) {

    Section section() {
        return Section.of(source);
    }

    String title() {
        return headings.values().iterator().next().text();
    }

    PageHeading heading(Heading node) {
        return Objects.requireNonNull(headings.get(node), "a heading of another page");
    }

    boolean hasAnchor(String anchor) {
        return headings.values().stream().anyMatch(heading -> heading.anchor().equals(anchor));
    }

    /** The headings that the page lists beside its text. */
    List<PageHeading> listedHeadings() {
        return headings.values().stream()
                .filter(heading -> heading.level() == 2 || heading.level() == 3)
                .toList();
    }

    /** The relative address from this page to another file of the site. */
    String pathTo(String target) {
        return "../".repeat((int) url.chars().filter(each -> each == '/').count()) + target;
    }
}
