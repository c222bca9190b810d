package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import java.io.PrintWriter;

/** Renders single lines of a followed story, after a {@link Renderer} has rendered the story. Stateless. */
@FunctionalInterface
public interface LineRenderer {

    /** Writes a line with its correlation ID on one line, and flushes. */
    void render(String id, Line line, PrintWriter out);
}
