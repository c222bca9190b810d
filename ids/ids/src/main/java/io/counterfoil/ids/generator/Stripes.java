package io.counterfoil.ids.generator;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A few streams that many threads share: a thread that finds one in use tries the next, and never waits for a particular one. Taking a stream
 * out of its slot is the lock: a slot that is empty is in use.
 *
 * <p>Thread-safe and lock-free as long as there are more slots than threads that draw at the same moment. When all are taken, a thread
 * yields and looks again.
 */
final class Stripes {

    /** Slots are this far apart, so that two never share a line of the cache. */
    private static final int SPACING = 16;

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final int mask;
    private final AtomicReferenceArray<@Nullable AesCtrStream> slots;

    Stripes(int atLeast) {
        int count = Integer.highestOneBit(Math.max(1, atLeast * 2 - 1));
        this.mask = count - 1;
        this.slots = new AtomicReferenceArray<>(count * SPACING);
        for (int i = 0; i < count; i++) {
            slots.set(i * SPACING, new AesCtrStream());
        }
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // a virtual thread that holds a stream may need this one's carrier to go on
    AesCtrStream take() {
        int start = (int) ((Thread.currentThread().getId() * GOLDEN_RATIO) >>> 40);
        for (int i = start; ; i++) {
            int slot = (i & mask) * SPACING;
            AesCtrStream stream = slots.getPlain(slot);
            if (stream != null && slots.weakCompareAndSetAcquire(slot, stream, null)) {
                return stream.at(slot);
            }
            if (i - start >= mask) {
                Thread.yield();
            }
        }
    }

    void giveBack(AesCtrStream stream) {
        slots.setRelease(stream.slot(), stream);
    }
}
