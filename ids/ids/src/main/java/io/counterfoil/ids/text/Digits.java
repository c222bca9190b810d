package io.counterfoil.ids.text;

import java.util.Arrays;

/**
 * What the characters of an alphabet are worth, for reading a few digits at a time.
 *
 * <p>No character costs a branch. A foreign one is worth -2^30 or little more, which is more than five digits of any base up to
 * 62 can make good, so a number of up to five digits is negative exactly where one of them is foreign. The sign is all that
 * tells, and is looked at once for a whole text; {@link Shape} then finds the place. What Latin-1 does not have is foreign
 * whatever the table says, so that no character passes for the digit that its low byte would be.
 *
 * <p>A source is a {@code String}, an array of ASCII, or any other {@link CharSequence}, and is neither copied nor wrapped. The
 * methods are there for each kind, so that the calls of {@code charAt} for a {@code String} are bound to it, whatever else a
 * program has read before and whatever the compiler chose to inline. The sums are trees, which are shallower than the chain of
 * {@code number * base + digit}.
 *
 * @param base how many characters the alphabet has
 * @param worth of each character of Latin-1
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never seen outside the package
record Digits(int base, int[] worth) {

    private static final int LATIN1_END = 255;
    private static final int FOREIGN_BITS = 30;

    static Digits of(String alphabet) {
        int[] worth = new int[LATIN1_END + 1];
        Arrays.fill(worth, -1 << FOREIGN_BITS);
        for (int i = 0; i < alphabet.length(); i++) {
            worth[alphabet.charAt(i)] = i;
        }
        return new Digits(alphabet.length(), worth);
    }

    private int worth(char c) {
        return worth[c & LATIN1_END] | (((LATIN1_END - c) >> 31) << FOREIGN_BITS);
    }

    private int worth(byte c) {
        return worth[c & LATIN1_END];
    }

    /** The number of one digit; negative where it is foreign, as all that follow. */
    long one(Object source, int at) {
        if (source instanceof String text) {
            return worth(text.charAt(at));
        }
        return source instanceof byte[] ascii ? worth(ascii[at]) : worth(((CharSequence) source).charAt(at));
    }

    long four(Object source, int at) {
        if (source instanceof String text) {
            return four(
                    worth(text.charAt(at)),
                    worth(text.charAt(at + 1)),
                    worth(text.charAt(at + 2)),
                    worth(text.charAt(at + 3)));
        }
        if (source instanceof byte[] ascii) {
            return four(worth(ascii[at]), worth(ascii[at + 1]), worth(ascii[at + 2]), worth(ascii[at + 3]));
        }
        CharSequence text = (CharSequence) source;
        return four(
                worth(text.charAt(at)),
                worth(text.charAt(at + 1)),
                worth(text.charAt(at + 2)),
                worth(text.charAt(at + 3)));
    }

    private long four(long a, long b, long c, long d) {
        return (a * base + b) * ((long) base * base) + (c * base + d);
    }

    long five(Object source, int at) {
        if (source instanceof String text) {
            return five(text, at);
        }
        return source instanceof byte[] ascii ? five(ascii, at) : five((CharSequence) source, at);
    }

    long five(String text, int at) {
        return five(
                worth(text.charAt(at)),
                worth(text.charAt(at + 1)),
                worth(text.charAt(at + 2)),
                worth(text.charAt(at + 3)),
                worth(text.charAt(at + 4)));
    }

    long five(byte[] ascii, int at) {
        return five(
                worth(ascii[at]),
                worth(ascii[at + 1]),
                worth(ascii[at + 2]),
                worth(ascii[at + 3]),
                worth(ascii[at + 4]));
    }

    long five(CharSequence text, int at) {
        return five(
                worth(text.charAt(at)),
                worth(text.charAt(at + 1)),
                worth(text.charAt(at + 2)),
                worth(text.charAt(at + 3)),
                worth(text.charAt(at + 4)));
    }

    private long five(long a, long b, long c, long d, long e) {
        return ((a * base + b) * ((long) base * base) + (c * base + d)) * base + e;
    }

    /** The number of one to five digits. */
    long few(String text, int at, int count) {
        if (count == 5) {
            return five(text, at);
        }
        long number = worth(text.charAt(at));
        for (int i = 1; i < count; i++) {
            number = number * base + worth(text.charAt(at + i));
        }
        return number;
    }

    long few(byte[] ascii, int at, int count) {
        if (count == 5) {
            return five(ascii, at);
        }
        long number = worth(ascii[at]);
        for (int i = 1; i < count; i++) {
            number = number * base + worth(ascii[at + i]);
        }
        return number;
    }

    long few(CharSequence text, int at, int count) {
        if (count == 5) {
            return five(text, at);
        }
        long number = worth(text.charAt(at));
        for (int i = 1; i < count; i++) {
            number = number * base + worth(text.charAt(at + i));
        }
        return number;
    }
}
