package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import java.io.PrintWriter;

/** Writes a story in one format. Thread-safe: it keeps nothing. */
@FunctionalInterface
public interface Renderer {

    /** Writes the whole of it, the notes included, and flushes. */
    void render(Story story, PrintWriter out);
}
