package io.counterfoil.site;

import java.util.List;
import java.util.stream.Collectors;

/** The lists of links round a page's text. */
final class Navigation {

    private final Pages pages;

    Navigation(Pages pages) {
        this.pages = pages;
    }

    /** All pages of the site, by section. A section that is closed on other pages can be opened. */
    String pages(SitePage current) {
        StringBuilder html = new StringBuilder();
        for (Section section : Section.values()) {
            boolean open = section.isOpen() || section == current.section();
            html.append("<details%s><summary>%s</summary>\n<ul>\n".formatted(open ? " open" : "", section.title()));
            for (SitePage page : pages.of(section)) {
                String mark = page.equals(current) ? " aria-current=\"page\"" : "";
                html.append("<li><a href=\"%s\"%s>%s</a></li>\n"
                        .formatted(current.pathTo(page.url()), mark, Html.escape(page.label())));
            }
            html.append("</ul>\n</details>\n");
        }
        return html.toString();
    }

    /** The headings of a page. */
    String headings(SitePage page) {
        return page.listedHeadings().stream()
                .map(heading -> "<li class=\"level%s\"><a href=\"#%s\">%s</a></li>\n"
                        .formatted(heading.level(), heading.anchor(), Html.escape(heading.text())))
                .collect(Collectors.joining());
    }

    /** The page before, and the page after. */
    String neighbours(SitePage page) {
        List<SitePage> all = pages.inOrder();
        int at = all.indexOf(page);
        String previous = at == 0 ? "" : neighbour(page, all.get(at - 1), "prev", "Previous");
        String next = at == all.size() - 1 ? "" : neighbour(page, all.get(at + 1), "next", "Next");
        return previous + next;
    }

    private static String neighbour(SitePage from, SitePage to, String relation, String word) {
        return "<a rel=\"%s\" href=\"%s\"><span>%s</span> %s</a>\n"
                .formatted(relation, from.pathTo(to.url()), word, Html.escape(to.label()));
    }
}
