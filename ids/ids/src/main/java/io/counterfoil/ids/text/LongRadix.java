package io.counterfoil.ids.text;

/**
 * The unsigned numbers of 64 bits in a base that is no power of two: a head, and one block of {@link Blocks}.
 *
 * @param headLength how many digits there are before the block
 * @param largestHead of 2^64 - 1, as the next
 */
record LongRadix(Digits digits, Pairs pairs, Blocks blocks, int headLength, long largestHead, long largestTail) {

    static final LongRadix BASE36 = of(UuidRadix.BASE36, 13);
    static final LongRadix BASE62 = of(UuidRadix.BASE62, 11);

    private static LongRadix of(UuidRadix radix, int length) {
        Blocks blocks = radix.blocks();
        long head = blocks.quotient(-1);
        return new LongRadix(
                radix.digits(), radix.pairs(), blocks, length - Blocks.LENGTH, head, blocks.rest(-1, head));
    }

    /** The number of a text of the right length in a source of {@link Digits}, or {@link LongFormat#NONE}. */
    long decode(Object source, int at) {
        int b = at + headLength;
        int c = b + 5;
        if (source instanceof String text) {
            return number(digits.few(text, at, headLength), digits.five(text, b), digits.five(text, c));
        }
        if (source instanceof byte[] ascii) {
            return number(digits.few(ascii, at, headLength), digits.five(ascii, b), digits.five(ascii, c));
        }
        CharSequence text = (CharSequence) source;
        return number(digits.few(text, at, headLength), digits.five(text, b), digits.five(text, c));
    }

    private long number(long head, long b, long c) {
        long tail = blocks.block(b, c);
        boolean above = head > largestHead || (head == largestHead && tail > largestTail);
        return (head | b | c) < 0 || above
                ? LongFormat.NONE
                : head * blocks.power().value() + tail;
    }

    void encode(long id, byte[] target, int at) {
        long head = blocks.quotient(id);
        pairs.few(head, headLength, target, at);
        pairs.ten(blocks.rest(id, head), target, at + headLength);
    }
}
