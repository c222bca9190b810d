package io.counterfoil.idempotency.engine;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.util.Arrays;

/**
 * Predicts whether a request is a duplicate, which decides the first statement to the store. Reading the record first saves a duplicate the
 * transaction; claiming first saves a new request the read. A wrong prediction costs one round trip and has no other effect.
 *
 * <p>A request is predicted to be a duplicate when this process has seen a record of its key, when its attempt ID is a number
 * above one, or when most of the last requests were duplicates (a two-bit saturating counter, as in branch prediction).
 *
 * <p>Why it exists: both fixed orders are wrong for one of the two usual loads. Claiming first, each replay opens a transaction, takes
 * the key's lock and gives both up, instead of one read outside of any transaction. Reading first, each new request, which is nearly every
 * request of a service in order, pays for a read of a record that does not exist. A setting would have to be right for both at once, because
 * clients repeat requests in bursts, when a network or a database has just failed. The prediction needs one look-up in memory, no setting, and
 * about 256 KiB at the most for each engine.
 *
 * <p>Not synchronized on purpose: a lost update only makes a prediction worse.
 */
public final class DuplicatePredictor {

    private static final int PAGES = 1 << 8;
    private static final int PAGE_SLOTS = 1 << 8;
    private static final int[] EMPTY = new int[PAGE_SLOTS];
    private static final int STRONGLY = 3;
    private static final int WEAKLY = 2;

    /** 65,536 slots, of which only the pages that are written to take memory: an engine that has seen few keys is small. */
    private final int[][] seen = new int[PAGES][];

    private int trend;

    public DuplicatePredictor() {
        Arrays.fill(seen, EMPTY);
    }

    /** Whether to look before claiming. */
    public boolean expects(KeyedRequest request) {
        int hash = hash(request.key());
        return seen[page(hash)][slot(hash)] == hash
                || trend >= WEAKLY
                || request.attempt().filter(DuplicatePredictor::isRetry).isPresent();
    }

    /** The key has a record now. */
    public void remember(IdempotencyKey key) {
        int hash = hash(key);
        int[] page = seen[page(hash)];
        if (page == EMPTY) {
            page = new int[PAGE_SLOTS];
            seen[page(hash)] = page;
        }
        page[slot(hash)] = hash;
    }

    /** What a request turned out to be. */
    public void learn(boolean duplicate) {
        int next = trend + (duplicate ? 1 : -1);
        if (next >= 0 && next <= STRONGLY) {
            trend = next;
        }
    }

    private static boolean isRetry(AttemptId attempt) {
        String text = attempt.value();
        return !text.equals("1") && text.charAt(0) != '0' && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Never zero, which marks an empty slot. */
    private static int hash(IdempotencyKey key) {
        return (key.hashCode() * 0x9E3779B9) | 1;
    }

    private static int page(int hash) {
        return hash >>> 24;
    }

    private static int slot(int hash) {
        return hash >>> 16 & (PAGE_SLOTS - 1);
    }
}
