package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import io.counterfoil.story.text.Ink;
import java.io.PrintWriter;

/**
 * A story for people, as an indented tree in time order: units with their services and durations, under each what was logged and
 * what was split off, long silences, replacements, and at the end the attempts of each idempotency key and the notes.
 *
 * <p>Shows every line of the story, of its message the first {@value TextLines#MAX_HEIGHT} lines and {@value TextLines#MAX_WIDTH}
 * characters of each. Draws with ASCII where the standard output's encoding has no boxes.
 */
public final class TextRenderer implements Renderer {

    private final Ink ink;
    private final Strokes strokes;

    /** With these colours. */
    public TextRenderer(Ink ink) {
        this(ink, Strokes.ofStandardOutput());
    }

    TextRenderer(Ink ink, Strokes strokes) {
        this.ink = ink;
        this.strokes = strokes;
    }

    @Override
    public void render(Story story, PrintWriter out) {
        new TextTree(story, ink, strokes, out).print();
        out.flush();
    }
}
