package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.text.Ink;
import io.counterfoil.story.text.Visible;
import java.io.PrintWriter;
import java.util.List;

/** A line for people, behind its correlation id. */
public final class TextLineRenderer implements LineRenderer {

    private static final int SERVICE_WIDTH = 12;

    private final Ink ink;

    /** With these colours. */
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
