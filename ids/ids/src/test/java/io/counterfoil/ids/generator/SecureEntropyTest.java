package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("CB-1")
class SecureEntropyTest {

    private static final int DRAWS_OF_A_BUFFER = AesCtrStream.CAPACITY / Long.BYTES;

    /** The construction of the essay, written a second time with nothing but the platform's cipher. */
    @Test
    void stream_isAes256InCounterMode_rekeyedByOutputAndSeeds() throws Exception {
        byte[] firstSeed = filled(0x11);
        byte[] secondSeed = filled(0x22);
        Deque<byte[]> seeds = new ArrayDeque<>(List.of(firstSeed.clone(), secondSeed.clone()));
        AesCtrStream stream = new AesCtrStream(seeds::remove);

        byte[] key = firstSeed;
        for (int buffer = 0; buffer < AesCtrStream.REFILLS_OF_A_SEED + 2; buffer++) {
            if (buffer == AesCtrStream.REFILLS_OF_A_SEED) {
                key = xor(Arrays.copyOf(keystream(key), AesCtrStream.KEY), secondSeed);
            }
            byte[] expected = keystream(key);
            for (int draw = 0; draw < DRAWS_OF_A_BUFFER; draw++) {
                assertThat(stream.nextLong())
                        .as("buffer %s, draw %s", buffer, draw)
                        .isEqualTo(littleEndian(expected, AesCtrStream.KEY + draw * Long.BYTES));
            }
            key = Arrays.copyOf(expected, AesCtrStream.KEY);
        }
        assertThat(seeds).isEmpty();
    }

    @Test
    void stream_keepsNothingOfWhatItGave() throws Exception {
        AesCtrStream stream = new AesCtrStream(() -> filled(0x33));
        long[] drawable = (long[]) privateField(stream, "drawable");
        byte[] made = ((ByteBuffer) privateField(stream, "made")).array();

        for (int draws = 1; draws <= DRAWS_OF_A_BUFFER; draws++) {
            stream.nextLong();
            int next = AesCtrStream.FIRST + draws;
            assertThat(drawable[AesCtrStream.CURSOR]).isEqualTo(next);
            assertThat(Arrays.copyOfRange(drawable, AesCtrStream.FIRST, next)).containsOnly(0);
            assertThat(Arrays.copyOfRange(drawable, next, AesCtrStream.END)).doesNotContain(0);
        }
        assertThat(made).containsOnly(0);
    }

    @Test
    void stream_overwritesItsSeeds() {
        byte[] seed = filled(0x44);

        new AesCtrStream(() -> seed).nextLong();

        assertThat(seed).containsOnly(0);
    }

    @Test
    void stream_whoseSeedFails_saysSo_andGoesOnWithAnother() {
        Deque<RuntimeException> failures = new ArrayDeque<>(List.of(new IllegalStateException("no entropy")));
        AesCtrStream stream = new AesCtrStream(() -> {
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
            return filled(0x55);
        });

        assertThatIllegalStateException().isThrownBy(stream::nextLong).withMessage("no entropy");

        assertThat(stream.nextLong()).isEqualTo(new AesCtrStream(() -> filled(0x55)).nextLong());
    }

    @Test
    void reseed_makesEveryStreamForgetWhatItHasBuffered() {
        AesCtrStream one = new AesCtrStream(() -> filled(0x66));
        Deque<byte[]> seeds = new ArrayDeque<>(List.of(filled(0x66), filled(0x77)));
        AesCtrStream copy = new AesCtrStream(seeds::remove);
        assertThat(copy.nextLong()).isEqualTo(one.nextLong());

        SecureEntropy.reseed();

        assertThat(copy.nextLong()).isNotEqualTo(one.nextLong());
        assertThat(seeds).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void refillThatFailsAfterAReseed_leavesNothingOfBefore(Throwable failure) throws Exception {
        FailingCipher.NEXT.remove();
        AesCtrStream copied = new AesCtrStream(() -> filled(0x66));
        Deque<byte[]> seeds = new ArrayDeque<>(List.of(filled(0x66), filled(0x77), filled(0x88)));
        AesCtrStream stream = new AesCtrStream(
                seeds::remove, Cipher.getInstance(AesCtrStream.TRANSFORMATION, FailingCipher.provider()));
        assertThat(stream.nextLong()).isEqualTo(copied.nextLong());
        SecureEntropy.reseed();
        FailingCipher.NEXT.set(failure);

        assertThatThrownBy(stream::nextLong)
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isSameAs(failure),
                        thrown -> assertThat(thrown).hasCause(failure));

        Set<Long> old = new HashSet<>();
        AesCtrStream again = new AesCtrStream(() -> filled(0x66));
        for (int draw = 0; draw < DRAWS_OF_A_BUFFER; draw++) {
            old.add(again.nextLong());
        }
        for (int draw = 0; draw < DRAWS_OF_A_BUFFER; draw++) {
            assertThat(stream.nextLong()).isNotIn(old).isNotZero();
        }
    }

    static List<Throwable> failures() {
        return List.of(new ProviderException("lost session"), new BadPaddingException("no"), new StackOverflowError());
    }

    static List<RandomGenerator> sources() {
        return List.of(SecureEntropy.shared(), new SecureRandom());
    }

    /** Bounds that good bits miss less than once in 10^9 runs, and that a stuck, biased or repeating source does not pass. */
    @ParameterizedTest
    @MethodSource("sources")
    void bits_passSimpleTestsOfRandomness(RandomGenerator source) {
        int draws = 1 << 18;
        long ones = 0;
        long flips = 0;
        long correlated = 0;
        long[] ofBit = new long[Long.SIZE];
        long[] ofByte = new long[256];
        Set<Long> seen = new HashSet<>(draws * 2);
        long before = source.nextLong();
        for (int i = 0; i < draws; i++) {
            long bits = source.nextLong();
            ones += Long.bitCount(bits);
            flips += Long.bitCount((bits ^ (bits << 1)) & ~1L);
            correlated += Long.bitCount(bits ^ before);
            for (int b = 0; b < Long.SIZE; b++) {
                ofBit[b] += (bits >>> b) & 1;
            }
            for (int b = 0; b < Long.SIZE; b += Byte.SIZE) {
                ofByte[(int) (bits >>> b) & 0xFF]++;
            }
            seen.add(bits);
            before = bits;
        }

        long total = (long) draws * Long.SIZE;
        assertThat(deviations(ones, total)).as("frequency of ones").isLessThan(6.5);
        assertThat(deviations(flips, total - draws))
                .as("neighbours that differ")
                .isLessThan(6.5);
        assertThat(deviations(correlated, total))
                .as("bits that differ from the draw before")
                .isLessThan(6.5);
        assertThat(Arrays.stream(ofBit)
                        .mapToDouble(count -> deviations(count, draws))
                        .max()
                        .orElseThrow())
                .as("each of the 64 bits")
                .isLessThan(7.0);
        // Chi-square with 255 degrees of freedom: mean 255, standard deviation 22.6.
        assertThat(chiSquare(ofByte)).as("bytes").isBetween(255 - 6.5 * 22.6, 255 + 7.5 * 22.6);
        assertThat(seen).as("no repetition").hasSize(draws);
    }

    @Test
    void nextLong_onManyThreads_givesNothingTwice() throws Exception {
        Set<Long> all = new HashSet<>();
        Thread[] threads = new Thread[8];
        long[][] drawn = new long[threads.length][20_000];
        for (int t = 0; t < threads.length; t++) {
            long[] own = drawn[t];
            threads[t] = new Thread(
                    () -> Arrays.setAll(own, i -> SecureEntropy.shared().nextLong()));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        for (long[] own : drawn) {
            for (long bits : own) {
                all.add(bits);
            }
        }
        assertThat(all).hasSize(threads.length * 20_000);
    }

    private static Object privateField(AesCtrStream stream, String name) throws ReflectiveOperationException {
        Field field = AesCtrStream.class.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(stream);
    }

    private static double deviations(long count, long of) {
        double expected = of / 2.0;
        return Math.abs((double) count - expected) / (Math.sqrt((double) of) / 2);
    }

    private static double chiSquare(long[] counts) {
        double expected = (double) Arrays.stream(counts).sum() / counts.length;
        return Arrays.stream(counts)
                .mapToDouble(count -> Math.pow((double) count - expected, 2) / expected)
                .sum();
    }

    private static byte[] filled(int with) {
        byte[] bytes = new byte[AesCtrStream.KEY];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private static byte[] xor(byte[] one, byte[] other) {
        byte[] result = one.clone();
        for (int i = 0; i < result.length; i++) {
            result[i] ^= other[i];
        }
        return result;
    }

    private static byte[] keystream(byte[] key) throws Exception {
        Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
        return cipher.doFinal(new byte[AesCtrStream.KEY + AesCtrStream.CAPACITY]);
    }

    private static long littleEndian(byte[] bytes, int offset) {
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = (value << Byte.SIZE) | (bytes[offset + i] & 0xFF);
        }
        return value;
    }
}
