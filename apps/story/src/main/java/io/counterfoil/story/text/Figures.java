package io.counterfoil.story.text;

/**
 * Formats numbers for people with a decimal point and commas in every locale. It does not use the JDK's formatters,
 * because loading their patterns and locale data takes longer than many a story.
 */
public final class Figures {

    private static final int GROUP = 3;

    private Figures() {}

    /** The number with commas between thousands. */
    public static String grouped(long number) {
        StringBuilder text = new StringBuilder().append(number);
        int first = number < 0 ? 1 : 0;
        for (int at = text.length() - GROUP; at > first; at -= GROUP) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** The number with leading zeros. */
    public static String padded(int number, int digits) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /**
     * A decimal number without trailing zeros.
     *
     * @param hundredths the number in hundredths
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
