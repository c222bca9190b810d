package io.counterfoil.site;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/**
 * A part of the site that a search can find.
 *
 * @param url relative to the site's root
 * @param page the title of its page, or the name of a type
 * @param heading empty for the beginning of a page
 */
record SearchEntry(String url, String page, String heading, String text) {

    /** The sections of the pages, then the public types. */
    static List<SearchEntry> of(Pages pages, PublicTypes types) {
        Stream<SearchEntry> sections = pages.inOrder().stream().flatMap(page -> sections(page).stream());
        Stream<SearchEntry> names = types.all().stream()
                .map(type -> new SearchEntry(
                        type.url(),
                        type.name(),
                        "",
                        type.home().name() + ", " + type.home().module().artifact()));
        return Stream.concat(sections, names).toList();
    }

    private static List<SearchEntry> sections(SitePage page) {
        List<SearchEntry> entries = new ArrayList<>();
        String url = page.url();
        String heading = "";
        StringBuilder text = new StringBuilder();
        for (Node node = page.tree().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heads) {
                PageHeading next = page.heading(heads);
                if (next.level() > 1) {
                    entries.add(new SearchEntry(url, page.title(), heading, text.toString()));
                    url = page.url() + "#" + next.anchor();
                    heading = next.text();
                    text.setLength(0);
                }
            } else {
                text.append(text.isEmpty() ? "" : " ").append(Markdown.text(node));
            }
        }
        entries.add(new SearchEntry(url, page.title(), heading, text.toString()));
        return entries;
    }
}
