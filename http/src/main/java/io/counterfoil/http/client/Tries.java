package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.AttemptId;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The tries of one intention, over all its sends: their numbers, their IDs, and whether a duplicate can be one of its own.
 *
 * <p>An attempt ID is a prefix that no other intention has (48 random bits), and the number. So the ID of an original tells by
 * itself whether this intention has sent it, and no list has to be kept.
 */
final class Tries {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final int PREFIX_BYTES = 6;

    /** The longest attempt ID: eight characters, a dot, and a number. */
    static final int LONGEST_ID = 8 + 1 + 10;

    private final String prefix;
    private final boolean resumed;
    private final AtomicInteger begun = new AtomicInteger();
    // All that began, without those that are known not to have arrived.
    private final AtomicInteger possibleOriginals = new AtomicInteger();
    // All that began, without those that are known to have had no effect.
    private final AtomicInteger possibleEffects = new AtomicInteger();

    Tries(boolean resumed) {
        byte[] bits = new byte[PREFIX_BYTES];
        RANDOM.nextBytes(bits);
        this.prefix = BASE64.encodeToString(bits);
        this.resumed = resumed;
    }

    int begin() {
        possibleOriginals.incrementAndGet();
        possibleEffects.incrementAndGet();
        return begun.incrementAndGet();
    }

    AttemptId id(int number) {
        return new AttemptId(prefix + "." + number);
    }

    void end(Attempt.Result result) {
        if (!result.mayHaveArrived()) {
            possibleOriginals.decrementAndGet();
        }
        if (!result.effectPossible()) {
            possibleEffects.decrementAndGet();
        }
    }

    boolean effectPossible() {
        return resumed || possibleEffects.get() > 0;
    }

    /** Whether a duplicate can be explained by a try other than the one that was answered, which counts as arrived. */
    boolean explain(Optional<String> firstAttempt) {
        return resumed || firstAttempt.map(this::isOurs).orElseGet(() -> possibleOriginals.get() > 1);
    }

    private boolean isOurs(String attemptId) {
        if (!attemptId.startsWith(prefix + ".")) {
            return false;
        }
        String number = attemptId.substring(prefix.length() + 1);
        for (int sent = begun.get(); sent > 0; sent--) {
            if (number.equals(Integer.toString(sent))) {
                return true;
            }
        }
        return false;
    }
}
