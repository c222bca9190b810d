package io.counterfoil.site;

import java.util.Map;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.renderer.html.HtmlRenderer;

/** Makes the HTML of a page. */
final class PageWriter {

    private static final int LONGEST_DESCRIPTION = 155;

    private final SiteContext site;
    private final Navigation navigation;
    private final String repository;
    private final Template template = Template.read("page.html");

    PageWriter(SiteContext site, String repository) {
        this.site = site;
        this.navigation = new Navigation(site.pages());
        this.repository = repository;
    }

    String write(SitePage page) {
        String title = page.url().equals("index.html") ? page.title() : page.title() + " – Counterfoil";
        return template.fill(Map.ofEntries(
                Map.entry("title", Html.escape(title)),
                Map.entry("description", Html.escape(description(page))),
                Map.entry("base", page.pathTo("")),
                Map.entry("home", page.pathTo("index.html")),
                Map.entry("api", page.pathTo(Javadoc.FOLDER + "/index.html")),
                Map.entry("pages", navigation.pages(page)),
                Map.entry("headings", navigation.headings(page)),
                Map.entry("content", content(page)),
                Map.entry("neighbours", navigation.neighbours(page)),
                Map.entry("source", repository + "/blob/main/" + page.source()),
                Map.entry("repository", repository)));
    }

    private String content(SitePage page) {
        return HtmlRenderer.builder()
                .nodeRendererFactory(context -> new PageNodes(context, page, site))
                .nodeRendererFactory(TableNodes::new)
                .build()
                .render(page.tree());
    }

    /** The first paragraph, as far as search engines show it. */
    private static String description(SitePage page) {
        for (Node node = page.tree().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Paragraph) {
                String text = Markdown.text(node);
                int end = text.lastIndexOf(' ', LONGEST_DESCRIPTION);
                return text.length() <= LONGEST_DESCRIPTION ? text : text.substring(0, end) + " …";
            }
        }
        return page.title();
    }
}
