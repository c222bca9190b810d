package io.counterfoil.story.text;

/**
 * Terminal styles by the codes of ECMA-48. Text is not escaped; make foreign text {@link Visible} first.
 *
 * @param on whether styles are applied; otherwise every text is returned unchanged
 */
public record Ink(boolean on) {

    /** No styles. */
    public static final Ink OFF = new Ink(false);

    private static final int[] HUES = {36, 33, 35, 34, 32, 96, 93, 95, 94, 92};

    /** Important text. */
    public String bold(String text) {
        return painted("1", text);
    }

    /** Secondary text. */
    public String faint(String text) {
        return painted("2", text);
    }

    /** Success. */
    public String good(String text) {
        return painted("32", text);
    }

    /** Failure. */
    public String bad(String text) {
        return painted("31", text);
    }

    /** Text that needs attention. */
    public String warning(String text) {
        return painted("33", text);
    }

    /** One of ten colours; equal numbers have equal colours. */
    public String hue(int number, String text) {
        return painted(Integer.toString(HUES[Math.floorMod(number, HUES.length)]), text);
    }

    private String painted(String code, String text) {
        return on && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
