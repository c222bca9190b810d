package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.util.List;

/** Renders a line as text after its correlation ID. */
public final class TextLineRenderer implements LineRenderer {

    private static final int SERVICE_WIDTH = 12;

    private final Ink ink;

    /** Creates a renderer with this style. */
    public TextLineRenderer(Ink ink) {
        this.ink = ink;
    }

    @Override
    public void render(String id, Line line, PrintWriter out) {
        List<String> lines = TextLines.of(line, SERVICE_WIDTH, line.service().hashCode(), ink);
        out.println(ink.bold(Visible.of(id)) + "  " + lines.get(0));
        lines.stream().skip(1).forEach(out::println);
        out.flush();
    }
}
