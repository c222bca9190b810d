package io.counterfoil.site;

import java.util.LinkedHashMap;
import java.util.Map;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.CoreHtmlNodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/** What is written otherwise than CommonMark says: headings with anchors, checked links, images with sizes, colored code. */
final class PageNodes extends CoreHtmlNodeRenderer {

    private final HtmlWriter html;
    private final SitePage page;
    private final SiteContext site;

    PageNodes(HtmlNodeRendererContext context, SitePage page, SiteContext site) {
        super(context);
        this.html = context.getWriter();
        this.page = page;
        this.site = site;
    }

    @Override
    public void visit(Heading node) {
        PageHeading heading = page.heading(node);
        String tag = "h" + heading.level();
        html.line();
        html.tag(tag, Map.of("id", heading.anchor()));
        visitChildren(node);
        if (heading.level() > 1) {
            html.raw("<a class=\"anchor\" href=\"#%s\" aria-label=\"Link to “%s”\"></a>"
                    .formatted(heading.anchor(), Html.escape(heading.text())));
        }
        html.tag("/" + tag);
        html.line();
    }

    @Override
    public void visit(FencedCodeBlock node) {
        String language = node.getInfo() == null ? "" : node.getInfo();
        html.line();
        html.raw("<pre class=\"scroll\"><code>" + Highlighter.html(language, node.getLiteral()) + "</code></pre>");
        html.line();
    }

    @Override
    public void visit(Link node) {
        html.tag("a", Map.of("href", site.links().href(page, node.getDestination())));
        visitChildren(node);
        html.tag("/a");
    }

    @Override
    public void visit(Image node) {
        SiteImage image = site.links().image(page, node.getDestination());
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("src", image.url());
        attributes.put("alt", Markdown.text(node));
        attributes.put("width", Integer.toString(image.width()));
        attributes.put("height", Integer.toString(image.height()));
        attributes.put("loading", "lazy");
        if (!image.dark()) {
            attributes.put("class", "light");
        }
        html.tag("img", attributes, true);
    }

    /** The name of a public type leads to its Javadoc. */
    @Override
    public void visit(Code node) {
        String code = "<code>" + Html.escape(node.getLiteral()) + "</code>";
        html.raw(site.types()
                .named(node.getLiteral())
                .filter(type -> mayHaveLinks(node))
                .map(type -> "<a class=\"type\" href=\"%s\">%s</a>".formatted(page.pathTo(type.url()), code))
                .orElse(code));
    }

    @Override
    public void visit(HtmlBlock node) {
        markup(node.getLiteral());
    }

    @Override
    public void visit(HtmlInline node) {
        markup(node.getLiteral());
    }

    /** Comments are for the tests of the documents. */
    private void markup(String markup) {
        if (markup.matches("</?su[bp]>")) {
            html.raw(markup);
        } else if (!markup.startsWith("<!--")) {
            site.faults().add(page.source(), "HTML is not supported: " + markup.strip());
        }
    }

    private static boolean mayHaveLinks(Node node) {
        for (Node parent = node.getParent(); parent != null; parent = parent.getParent()) {
            if (parent instanceof Link || parent instanceof Heading) {
                return false;
            }
        }
        return true;
    }
}
