package io.counterfoil.story.scan;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Texts whose lines may be wanted later: a pass notes where in a plain file they stand, and {@link Scan#lines} gives their lines. So a pass does not
 * stop at lines that may not be needed. What is read from a stream does not come again: of it, the lines are given at once.
 *
 * <p>Memory: 12 bytes a place. Thread-safe.
 */
public final class Marks {

    private final List<String> texts;
    private final int most;
    private int[] sources = new int[64];
    private long[] offsets = new long[64];
    private int count;
    private long dropped;

    /**
     * For these texts.
     *
     * @param most how many places are noted
     */
    public Marks(Collection<String> texts, int most) {
        this.texts = List.copyOf(texts);
        this.most = most;
    }

    /** How many places did not fit. */
    public synchronized long dropped() {
        return dropped;
    }

    List<String> texts() {
        return texts;
    }

    /** One stands here. */
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
