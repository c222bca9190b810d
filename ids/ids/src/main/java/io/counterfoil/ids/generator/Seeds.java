package io.counterfoil.ids.generator;

import java.security.SecureRandom;

/** Where the streams get their seeds, and the order to throw away what they have. */
final class Seeds {

    private static final SecureRandom PLATFORM = new SecureRandom();

    private static volatile int generation;

    static {
        Checkpoints.afterRestore(Seeds::renew);
    }

    private Seeds() {}

    static byte[] draw(int length) {
        byte[] seed = new byte[length];
        PLATFORM.nextBytes(seed);
        return seed;
    }

    static SecureRandom platform() {
        return PLATFORM;
    }

    /** Another number than before where every stream has to seed itself anew. */
    static int generation() {
        return generation;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // under the lock of the class
    static synchronized void renew() {
        generation++;
    }
}
