package io.counterfoil.cli.render;

import io.counterfoil.cli.story.Story;
import java.io.PrintWriter;

/** Writes a story in one format. Thread-safe: it keeps nothing. */
@FunctionalInterface
public interface Renderer {

    /** Writes the whole of it, the notes included, and flushes. */
    void render(Story story, PrintWriter out);
}
