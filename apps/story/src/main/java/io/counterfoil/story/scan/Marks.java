package io.counterfoil.story.scan;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Texts whose lines may be needed later. A pass records their positions in plain files, and {@link Scan#lines} reads
 * their lines, so that the pass does not slow down for lines that may not be needed. Streams cannot be read again, so
 * their lines are emitted immediately.
 *
 * <p>Memory: 12 bytes per position. Thread-safe.
 */
public final class Marks {

    private final List<String> texts;
    private final int most;
    private int[] sources = new int[64];
    private long[] offsets = new long[64];
    private int count;
    private long dropped;

    /**
     * Creates marks for these texts.
     *
     * @param most the maximum number of positions
     */
    public Marks(Collection<String> texts, int most) {
        this.texts = List.copyOf(texts);
        this.most = most;
    }

    /** The number of positions that exceeded the maximum. */
    public synchronized long dropped() {
        return dropped;
    }

    List<String> texts() {
        return texts;
    }

    /** Records a position. */
    synchronized void add(LogSource source, long offset) {
        if (count == most) {
            dropped++;
            return;
        }
        if (count == offsets.length) {
            sources = Arrays.copyOf(sources, 2 * count);
            offsets = Arrays.copyOf(offsets, 2 * count);
        }
        sources[count] = source.index();
        offsets[count++] = offset;
    }

    synchronized int count() {
        return count;
    }

    synchronized int source(int number) {
        return sources[number];
    }

    synchronized long offset(int number) {
        return offsets[number];
    }
}
