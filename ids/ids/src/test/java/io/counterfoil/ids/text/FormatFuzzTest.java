package io.counterfoil.ids.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.soak.Depth;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Texts that were good once and then were not, in the sources that programs have and in those they should not have. What is let
 * through must be the text of what comes out, and what is not must be refused in the way that is promised.
 *
 * <p>Once from a fixed seed, once from a fresh one, which is in the name of the test.
 */
@Tag("TI-3")
@Timeout(600)
class FormatFuzzTest {

    private static final int ROUNDS = 20_000 * Depth.of("tries", 1);
    private static final int MEGABYTE = 1 << 20;

    static LongStream seeds() {
        return LongStream.of(20_261_120L, Depth.seed(FormatFuzzTest.class));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void uuidFormats_letNothingThroughButTheirTexts(long seed) {
        Random random = new Random(seed);
        UuidFormat[] formats = UuidFormat.values();
        for (int i = 0; i < ROUNDS; i++) {
            UuidFormat origin = formats[random.nextInt(formats.length)];
            UuidFormat format = random.nextInt(4) == 0 ? formats[random.nextInt(formats.length)] : origin;
            String text = mutated(origin.format(new UUID(random.nextLong(), random.nextLong())), random);

            Optional<UUID> read = format.tryParse(text);

            read.ifPresent(uuid -> same(format.format(uuid), text));
            assertAllSourcesAgree(format, text, read, random);
            Optional<UUID> lenient = lenient(format, text);
            same(read.isEmpty() || lenient.equals(read), true);
            lenient.ifPresent(uuid -> same(format.format(uuid).length(), text.length()));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void longFormats_letNothingThroughButTheirTexts(long seed) {
        Random random = new Random(seed);
        LongFormat[] formats = LongFormat.values();
        for (int i = 0; i < ROUNDS; i++) {
            LongFormat format = formats[random.nextInt(formats.length)];
            String text = mutated(format.format(random.nextLong()), random);
            byte[] latin1 = text.getBytes(StandardCharsets.ISO_8859_1);

            OptionalLong read = format.tryParse(text);

            read.ifPresent(number -> same(format.format(number), text));
            same(format.tryParse(builder(text)), read);
            same(format.tryParse("-" + text + "-", 1, text.length() + 1), read);
            same(format.tryParse(latin1, 0, latin1.length), read);
            try {
                same(format.parse(text), read.orElseThrow());
            } catch (InvalidIdException refusal) {
                same(read, OptionalLong.empty());
                Oracle.assertWellSaid(refusal, format, text.length());
            }
            try {
                same(format.format(format.parseLenient(text)).length(), text.length());
            } catch (InvalidIdException refusal) {
                same(read, OptionalLong.empty());
                Oracle.assertWellSaid(refusal, format, text.length());
            }
        }
    }

    @Test
    void aTextOfAMegabyte_isRefusedForItsLength_unread() {
        CharSequence endless = new Unreadable(MEGABYTE);
        for (UuidFormat format : UuidFormat.values()) {
            assertThat(format.tryParse(endless)).isEmpty();
            assertThat(refusal(() -> format.parse(endless)))
                    .hasMessage("%s: %s characters expected, found 1048576", format, format.length());
            assertThat(refusal(() -> format.parseLenient(endless)).reason()).isEqualTo(InvalidIdReason.LENGTH);
            assertThat(format.tryParse(new byte[MEGABYTE], 0, MEGABYTE)).isEmpty();
        }
        for (LongFormat format : LongFormat.values()) {
            assertThat(format.tryParse(endless)).isEmpty();
            assertThat(refusal(() -> format.parse(endless)))
                    .hasMessage("%s: %s characters expected, found 1048576", format, format.length());
            assertThat(refusal(() -> format.parseLenient(endless)).reason()).isEqualTo(InvalidIdReason.LENGTH);
        }
    }

    @Test
    void aTextThatChangesWhileItIsRead_isRefused() {
        for (UuidFormat format : UuidFormat.values()) {
            String good = format.format(new UUID(0, 0));
            assertThat(refusal(() -> format.parse(new Healing(good))))
                    .hasMessage(format + ": the text changed while it was read")
                    .returns(true, e -> e.position().isEmpty());
        }
        for (LongFormat format : LongFormat.values()) {
            String good = format.format(0);
            assertThat(refusal(() -> format.parse(new Healing(good))))
                    .hasMessage(format + ": the text changed while it was read");
        }
    }

    private static void assertAllSourcesAgree(UuidFormat format, String text, Optional<UUID> read, Random random) {
        String before = random.nextBoolean() ? "acct_" : "\u20ac";
        String embedded = before + text + "!";
        byte[] latin1 = embedded.getBytes(StandardCharsets.ISO_8859_1);
        int start = before.length();
        int end = start + text.length();

        same(format.tryParse(builder(text)), read);
        same(format.tryParse(CharBuffer.wrap(embedded, start, end)), read);
        same(format.tryParse(new Narrow(embedded, start, end), start, end), read);
        same(format.tryParse(embedded, start, end), read);
        same(format.tryParse(latin1, start, end), read);
        same(orRefused(format, embedded.length(), () -> format.parse(embedded, start, end)), read);
        same(orRefused(format, latin1.length, () -> format.parse(latin1, start, end)), read);
        same(orRefused(format, text.length(), () -> format.parse(text)), read);
    }

    /** Without the matchers of a library, because it is asked a million times. */
    private static void same(Object actual, Object expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError("expected " + expected + ", and it is " + actual);
        }
    }

    private static Optional<UUID> lenient(UuidFormat format, String text) {
        return orRefused(format, text.length(), () -> format.parseLenient(text));
    }

    private static Optional<UUID> orRefused(UuidFormat format, int given, java.util.function.Supplier<UUID> parse) {
        try {
            return Optional.of(parse.get());
        } catch (InvalidIdException refusal) {
            Oracle.assertWellSaid(refusal, format, given);
            return Optional.empty();
        }
    }

    private static InvalidIdException refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(InvalidIdException.class, call);
    }

    private static StringBuilder builder(String text) {
        StringBuilder builder = new StringBuilder(text.length());
        builder.append(text);
        return builder;
    }

    private static String mutated(String text, Random random) {
        StringBuilder mutated = new StringBuilder(text);
        for (int times = random.nextInt(4); times > 0 && mutated.length() > 0; times--) {
            int at = random.nextInt(mutated.length());
            switch (random.nextInt(9)) {
                case 0 -> mutated.setCharAt(at, (char) random.nextInt(128));
                case 1 -> mutated.setCharAt(at, (char) random.nextInt(1 << 16));
                case 2 -> mutated.setCharAt(at, (char) (mutated.charAt(at) ^ 0x20));
                case 3 -> mutated.setCharAt(at, (char) (mutated.charAt(at) | (random.nextInt(256) << 8)));
                case 4 -> mutated.deleteCharAt(at);
                case 5 -> mutated.insert(at, "0zZ-_ \n\u0000\u00ff".charAt(random.nextInt(9)));
                case 6 -> mutated.setCharAt(0, "zZ79fFgGY8".charAt(random.nextInt(10)));
                case 7 -> mutated.reverse();
                default -> mutated.setLength(random.nextInt(mutated.length() + 1));
            }
        }
        return mutated.toString();
    }

    /** Of a length, and of nothing else: whoever reads one of its characters fails. */
    private record Unreadable(int length) implements CharSequence {

        @Override
        public char charAt(int index) {
            throw new AssertionError("read at " + index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            throw new AssertionError("copied");
        }

        @Override
        public String toString() {
            throw new AssertionError("copied");
        }
    }

    /** Throws for what lies outside a part, and for being copied. */
    private record Narrow(String text, int start, int end) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (index < start || index >= end) {
                throw new AssertionError("read at " + index + ", outside of " + start + " to " + end);
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            throw new AssertionError("copied");
        }

        @Override
        public String toString() {
            throw new AssertionError("copied");
        }
    }

    /** Wrong in its last character when it is first read, and right from then on. */
    private static final class Healing implements CharSequence {

        private final String good;
        private boolean healed;

        Healing(String good) {
            this.good = good;
        }

        @Override
        public int length() {
            return good.length();
        }

        @Override
        public char charAt(int index) {
            if (index == length() - 1 && !healed) {
                healed = true;
                return '!';
            }
            return good.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return good.subSequence(start, end);
        }

        @Override
        public String toString() {
            return good;
        }
    }
}
