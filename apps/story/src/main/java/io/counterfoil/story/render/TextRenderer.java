package io.counterfoil.story.render;

import io.counterfoil.story.model.Story;
import io.counterfoil.story.text.Ink;
import java.io.PrintWriter;

/**
 * Renders a story as an indented tree in time order: units with services and durations, their lines, child units, long
 * pauses and replacements, followed by the attempts of each action and the notes.
 *
 * <p>Every line of the story is shown, of its message the first {@value TextLines#MAX_HEIGHT} lines and {@value
 * TextLines#MAX_WIDTH} characters of each. The tree is drawn in ASCII if the encoding of standard output has no
 * box-drawing characters.
 */
public final class TextRenderer implements Renderer {

    private final Ink ink;
    private final TreeGlyphs glyphs;

    /** Creates a renderer with this style. */
    public TextRenderer(Ink ink) {
        this(ink, TreeGlyphs.ofStandardOutput());
    }

    TextRenderer(Ink ink, TreeGlyphs glyphs) {
        this.ink = ink;
        this.glyphs = glyphs;
    }

    @Override
    public void render(Story story, PrintWriter out) {
        new TextTree(story, ink, glyphs, out).print();
        out.flush();
    }
}
