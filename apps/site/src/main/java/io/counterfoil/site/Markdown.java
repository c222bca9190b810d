package io.counterfoil.site;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.LineBreakRendering;
import org.commonmark.renderer.text.TextContentRenderer;

/** Reads Markdown, and makes plain text of it. */
final class Markdown {

    /** CommonMark with the tables of code hosts. */
    static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final TextContentRenderer TEXT = TextContentRenderer.builder()
            .extensions(EXTENSIONS)
            .lineBreakRendering(LineBreakRendering.STRIP)
            .build();

    private Markdown() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    /** The text of a node without markup, in one line. */
    static String text(Node node) {
        return TEXT.render(node).replaceAll("\\s+", " ").strip();
    }

    /** The headings of a document by their nodes, in order. */
    static Map<Node, PageHeading> headings(Node document) {
        Map<Node, PageHeading> headings = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading node) {
                String text = content(node);
                headings.put(node, new PageHeading(node.getLevel(), text, free(anchor(text), taken)));
            }
        });
        return headings;
    }

    /** The text of what a node contains: of a code span its literal, without the quotation marks that {@link #text} puts around it. */
    static String content(Node parent) {
        StringBuilder text = new StringBuilder();
        parent.accept(new AbstractVisitor() {
            @Override
            public void visit(Text node) {
                text.append(node.getLiteral());
            }

            @Override
            public void visit(Code node) {
                text.append(node.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak node) {
                text.append(' ');
            }
        });
        return text.toString();
    }

    /** As code hosts make it: lower case, without punctuation, a hyphen for each space. */
    static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private static String free(String anchor, Set<String> taken) {
        String free = anchor;
        for (int number = 1; !taken.add(free); number++) {
            free = anchor + "-" + number;
        }
        return free;
    }
}
