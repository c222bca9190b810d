package io.counterfoil.ids.generator;

import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** What a generator draws from: bits are taken for the making of one id, or of a batch, and given back. */
abstract class Entropy {

    /** The system property that names the source of the shared generators. */
    static final String PROPERTY = "counterfoil.ids.entropy";

    private static final String AES_CTR = "aes-ctr";
    private static final String SECURE_RANDOM = "secure-random";

    /** Bits for the calling thread alone, until it gives them back. */
    abstract Bits take();

    abstract void giveBack(Bits bits);

    /** The source of the shared generators. */
    static Entropy standard() {
        String name = System.getProperty(PROPERTY, AES_CTR);
        return switch (name) {
            case AES_CTR -> of(SecureEntropy.shared());
            case SECURE_RANDOM -> of(Seeds.platform());
            default ->
                throw new IllegalStateException("system property %s is \"%s\"; it must be \"%s\" or \"%s\""
                        .formatted(PROPERTY, name, AES_CTR, SECURE_RANDOM));
        };
    }

    static Entropy of(RandomGenerator random) {
        return random instanceof SecureEntropy secure ? new Streams(secure) : new Locked(random);
    }

    private static final class Streams extends Entropy {

        private final SecureEntropy secure;

        Streams(SecureEntropy secure) {
            this.secure = secure;
        }

        @Override
        Bits take() {
            return secure.take();
        }

        @Override
        void giveBack(Bits bits) {
            secure.giveBack((AesCtrStream) bits);
        }
    }

    /** Any other source, one thread at a time: it need not be thread-safe. */
    private static final class Locked extends Entropy implements Bits {

        private final ReentrantLock lock = new ReentrantLock();
        private final RandomGenerator random;

        Locked(RandomGenerator random) {
            this.random = random;
        }

        @Override
        Bits take() {
            lock.lock();
            return this;
        }

        @Override
        void giveBack(Bits bits) {
            lock.unlock();
        }

        @Override
        public long nextLong() {
            return random.nextLong();
        }
    }
}
