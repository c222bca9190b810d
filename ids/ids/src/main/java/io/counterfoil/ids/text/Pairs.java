package io.counterfoil.ids.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The characters of an alphabet for writing, two at a time: half as many divisions, and half as many stores. At most 62 x 62
 * pairs, which are 8 KB.
 *
 * @param square of the base; as many texts there are
 * @param fourth power of the base
 * @param texts two characters for each number below the square, the first in the low byte
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and never seen outside the package
record Pairs(Divisor square, Divisor fourth, short[] texts) {

    private static final VarHandle PAIR = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    static Pairs of(String alphabet) {
        int base = alphabet.length();
        short[] texts = new short[base * base];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = (short) (alphabet.charAt(i / base) | (alphabet.charAt(i % base) << Byte.SIZE));
        }
        return new Pairs(Divisor.of(texts.length), Divisor.of((long) texts.length * texts.length), texts);
    }

    /** Writes one digit. */
    void one(int number, byte[] target, int at) {
        target[at] = (byte) (texts[number] >>> Byte.SIZE);
    }

    /** Writes two digits. */
    void two(int number, byte[] target, int at) {
        PAIR.set(target, at, texts[number]);
    }

    /** Writes a few digits. */
    void few(long number, int count, byte[] target, int at) {
        long rest = number;
        for (int i = count - 2; i >= 0; i -= 2) {
            long quotient = square.quotient(rest);
            two((int) (rest - quotient * square.value()), target, at + i);
            rest = quotient;
        }
        if (count % 2 != 0) {
            one((int) rest, target, at);
        }
    }

    /** Writes ten digits; as a tree, which is shallower than a chain of five divisions. */
    void ten(long number, byte[] target, int at) {
        long six = fourth.quotient(number);
        long two = fourth.quotient(six);
        two((int) two, target, at);
        four(six - two * fourth.value(), target, at + 2);
        four(number - six * fourth.value(), target, at + 6);
    }

    private void four(long number, byte[] target, int at) {
        long upper = square.quotient(number);
        two((int) upper, target, at);
        two((int) (number - upper * square.value()), target, at + 2);
    }
}
