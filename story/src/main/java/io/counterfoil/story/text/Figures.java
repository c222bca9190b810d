package io.counterfoil.story.text;

/**
 * Numbers in words for people, with a point and commas whatever the machine's language is. By hand: the JDK's formatters look for patterns, locales
 * and their data first, and that takes longer than many a story.
 */
public final class Figures {

    private static final int GROUP = 3;

    private Figures() {}

    /** With a comma between thousands. */
    public static String grouped(long number) {
        StringBuilder text = new StringBuilder().append(number);
        int first = number < 0 ? 1 : 0;
        for (int at = text.length() - GROUP; at > first; at -= GROUP) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** A whole number with zeros before it, as a clock shows it. */
    public static String padded(int number, int digits) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /**
     * Units and a fraction of them, without the zeros at its end.
     *
     * @param hundredths how many hundredths of a unit
     */
    public static String hundredths(long hundredths) {
        long fraction = hundredths % 100;
        String units = Long.toString(hundredths / 100);
        if (fraction == 0) {
            return units;
        }
        return units + "." + (fraction % 10 == 0 ? Long.toString(fraction / 10) : padded((int) fraction, 2));
    }
}
