package io.counterfoil.story.text;

/**
 * Colours for a terminal, by the codes of ECMA-48. A text is coloured as it is, so foreign text has to be made {@link Visible} first.
 *
 * @param on whether there are any; else every text comes back unchanged
 */
public record Ink(boolean on) {

    /** Without colours. */
    public static final Ink OFF = new Ink(false);

    private static final int[] HUES = {36, 33, 35, 34, 32, 96, 93, 95, 94, 92};

    /** What one looks for. */
    public String bold(String text) {
        return painted("1", text);
    }

    /** What is beside the point. */
    public String faint(String text) {
        return painted("2", text);
    }

    /** What is as it should be. */
    public String good(String text) {
        return painted("32", text);
    }

    /** What is wrong. */
    public String bad(String text) {
        return painted("31", text);
    }

    /** What is worth a second look. */
    public String warning(String text) {
        return painted("33", text);
    }

    /** One of several things to be told apart: the same number, the same colour; they repeat after ten. */
    public String hue(int number, String text) {
        return painted(Integer.toString(HUES[Math.floorMod(number, HUES.length)]), text);
    }

    private String painted(String code, String text) {
        return on && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
