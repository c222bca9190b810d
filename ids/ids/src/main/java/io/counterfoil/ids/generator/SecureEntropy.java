package io.counterfoil.ids.generator;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.random.RandomGenerator;

/**
 * Cryptographically secure random bits without a shared lock: what the generators of this package draw from.
 *
 * <p>{@link java.security.SecureRandom} has one lock for all threads, and costs a call of its algorithm for every few bytes. This one
 * costs an array access for eight bytes, and some microseconds for every {@value AesCtrStream#CAPACITY}.
 *
 * <h2>What it promises, and why</h2>
 *
 * <p><b>The construction</b> is fast key erasure (D. J. Bernstein, "Fast-key-erasure random-number generators", 2017), with the
 * platform's AES-256 in counter mode as the stream. A key makes one buffer of 32 + {@value AesCtrStream#CAPACITY} bytes and is then
 * replaced by the first 32 bytes of that buffer. The rest is handed out, each eight bytes at most once, and overwritten with zeros as they
 * are.
 *
 * <ul>
 *   <li><b>Unpredictable.</b> Predicting the next bit from any amount of output, better than by guessing, requires
 *       distinguishing AES-256 in counter mode from random. One key makes 514 blocks, where NIST SP 800-90A (section
 *       10.2.1) lets a CTR_DRBG make 4096 in a request; the chance that the absence of equal blocks betrays a
 *       permutation is below 2<sup>-110</sup> for a key.
 *   <li><b>Backtracking resistant.</b> The state after a draw does not tell earlier output: the bytes are erased, and the key that
 *       made them is not in the state any more. This is a property of the state that we hold. The Java heap may still have copies: a
 *       garbage collector moves objects, and does not clean up behind itself. Who can read the memory of the process is not held off by
 *       this class.
 *   <li><b>Recovering.</b> After every {@value AesCtrStream#REFILLS_OF_A_SEED} buffers, 256 KiB, the next key is mixed (exclusive or)
 *       from the old stream and 32 fresh bytes of the platform's {@link java.security.SecureRandom}. Who learned the state, and no
 *       more, is out again; who guessed the seed, and no more, never was in.
 *   <li><b>Seeded</b> by the platform's default {@code SecureRandom} with 256 bits for each stream, never by a clock, an address or
 *       another stream.
 *   <li><b>Not timed by secrets</b>, where the JVM has AES instructions, as it has on x86-64 and AArch64. Without them the
 *       platform's AES uses tables, and so does {@code SecureRandom}'s own.
 * </ul>
 *
 * <p><b>Threads.</b> A platform thread has a stream of its own, 16 KiB and a cipher, and shares nothing. Virtual threads share a
 * fixed number of streams, a few for each processor: a thread takes any that is free and puts it back, so a million threads
 * cost no more than ten. On a platform thread of a pool that outlives an application (a servlet container with several of them)
 * the stream keeps the application's class loader alive as long as the thread lives.
 *
 * <p><b>Copies of a process</b> are the danger of every generator in user space: two that start from one image of the memory would draw
 * the same bits. On a Java platform with checkpoints (CRaC, the package {@code jdk.crac}) all streams forget their buffers and seed
 * themselves again after a restore, without any configuration. Where a whole virtual machine is copied behind the JVM's back, call {@link
 * #reseed()} in the copy before ids are made; else up to 256 KiB of a stream's output can come twice.
 *
 * <p><b>Rules that demand a certified generator</b> are met by another source: every generator of this package takes a {@link
 * RandomGenerator}, {@code SecureRandom} is one, and the system property {@value Entropy#PROPERTY}{@code =secure-random} makes it the
 * source of all shared generators. The cipher too is the platform's: a certified provider that is first in the list serves it.
 *
 * <p>Thread-safe.
 */
public final class SecureEntropy implements RandomGenerator {

    /** For virtual threads; made when the first of them draws. */
    private static final class Shared {
        private static final int PER_PROCESSOR = 4;

        static final Stripes STRIPES = new Stripes(Runtime.getRuntime().availableProcessors() * PER_PROCESSOR);
    }

    private static final SecureEntropy SHARED = new SecureEntropy();

    /** {@code Thread.isVirtual}, which Java 17 does not have; a constant {@code false} there. */
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    private final ThreadLocal<AesCtrStream> own = ThreadLocal.withInitial(AesCtrStream::new);

    private SecureEntropy() {}

    /** {@return the one source that all threads of the process share} */
    public static SecureEntropy shared() {
        return SHARED;
    }

    /**
     * Makes every stream forget what it has buffered, and take a fresh seed before it gives another bit: for a process that was
     * copied. Draws that begin after this call has returned are of the new seeds.
     */
    public static void reseed() {
        Seeds.renew();
    }

    @Override
    public long nextLong() {
        AesCtrStream stream = take();
        try {
            return stream.nextLong();
        } finally {
            giveBack(stream);
        }
    }

    /** A stream for the calling thread alone, until {@link #giveBack}; the thread must not draw in between in another way. */
    AesCtrStream take() {
        return onVirtualThread() ? Shared.STRIPES.take() : own.get();
    }

    void giveBack(AesCtrStream stream) {
        if (onVirtualThread()) {
            Shared.STRIPES.giveBack(stream);
        }
    }

    static boolean onVirtualThread() {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable impossible) {
            throw new IllegalStateException("Thread.isVirtual failed", impossible);
        }
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException java17) {
            return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
        } catch (IllegalAccessException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
