package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import java.io.PrintWriter;

/** Renders a story in one format. Stateless and thread-safe. */
@FunctionalInterface
public interface Renderer {

    /** Writes the whole story including its notes, and flushes. */
    void render(Story story, PrintWriter out);
}
