package io.counterfoil.story.render;

import io.counterfoil.story.model.Line;
import java.io.PrintWriter;

/** Writes one more line of a story that is being followed, behind what a {@link Renderer} has written. Keeps nothing. */
@FunctionalInterface
public interface LineRenderer {

    /** Writes the line, which was logged under this correlation id, on a line of its own, and flushes. */
    void render(String id, Line line, PrintWriter out);
}
