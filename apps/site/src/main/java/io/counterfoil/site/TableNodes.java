package io.counterfoil.site;

import java.util.Set;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/** Writes tables that scroll by themselves where they are wider than the page; headings without a text are left out. */
final class TableNodes implements NodeRenderer {

    private final HtmlNodeRendererContext context;
    private final HtmlWriter html;

    TableNodes(HtmlNodeRendererContext context) {
        this.context = context;
        this.html = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(TableBlock.class, TableHead.class, TableBody.class, TableRow.class, TableCell.class);
    }

    @Override
    public void render(Node node) {
        if (node instanceof TableBlock) {
            html.raw("<div class=\"table scroll\"><table>");
            children(node);
            html.raw("</table></div>");
        } else if (node instanceof TableCell cell) {
            cell(cell);
        } else if (!(node instanceof TableHead) || !Markdown.text(node).isBlank()) {
            String tag = node instanceof TableHead ? "thead" : node instanceof TableBody ? "tbody" : "tr";
            html.tag(tag);
            children(node);
            html.tag("/" + tag);
        }
        html.line();
    }

    private void cell(TableCell cell) {
        boolean heads = cell.isHeader() && cell.getFirstChild() != null;
        String right = cell.getAlignment() == TableCell.Alignment.RIGHT ? " class=\"right\"" : "";
        html.raw(heads ? "<th scope=\"col\"" + right + ">" : "<td" + right + ">");
        children(cell);
        html.tag(heads ? "/th" : "/td");
    }

    private void children(Node parent) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            context.render(child);
        }
    }
}
