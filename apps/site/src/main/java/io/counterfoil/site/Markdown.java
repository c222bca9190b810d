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
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** Reads Markdown, and makes plain text of it. */
final class Markdown {

    /** CommonMark with the tables of code hosts. */
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    static Node parse(String text) {
        return PARSER.parse(text);
    }

    /** The headings of a document by their nodes, in order. */
    static Map<Node, PageHeading> headings(Node document) {
        Map<Node, PageHeading> headings = new LinkedHashMap<>();
        Set<String> taken = new HashSet<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading node) {
                String text = text(node);
                headings.put(node, new PageHeading(node.getLevel(), text, free(anchor(text), taken)));
            }
        });
        return headings;
    }

    /** The text of a node without markup, in one line. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock part) {
                text.append(part.getLiteral()).append(' ');
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }

            @Override
            public void visit(Paragraph part) {
                visitChildren(part);
                text.append(' ');
            }

            /** A cell of a table, among others. */
            @Override
            public void visit(CustomNode part) {
                visitChildren(part);
                text.append(' ');
            }
        });
        return text.toString().replaceAll("\\s+", " ").strip();
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
