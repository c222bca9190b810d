package io.counterfoil.retry.journal;

/**
 * How large a {@link FileJournal} can become. Immutable.
 *
 * @param entryBytes the largest entry, in bytes of its {@linkplain JournalEntry#encoded encoded form}, which is the body and
 *     some hundred bytes more
 * @param totalBytes the files of all pending entries together
 * @param entries how many entries are pending at once; each takes some 300 bytes of memory
 */
public record JournalLimits(int entryBytes, long totalBytes, int entries) {

    /** The most that {@link #entryBytes} can be: 64 MiB. */
    public static final int MOST_ENTRY_BYTES = 64 * 1024 * 1024;

    /** Entries of 16 MiB, 1 GiB in total, 100,000 entries. */
    public static final JournalLimits DEFAULT = new JournalLimits(16 * 1024 * 1024, 1024L * 1024 * 1024, 100_000);

    /**
     * Limits that do not contradict each other.
     *
     * @param entryBytes 1 to {@value #MOST_ENTRY_BYTES}
     * @param totalBytes at least {@code entryBytes}
     * @param entries at least 1
     * @throws IllegalArgumentException when one is less than 1, {@code entryBytes} is too large, or {@code totalBytes} is less than it
     */
    public JournalLimits {
        if (entryBytes < 1 || entryBytes > MOST_ENTRY_BYTES) {
            throw new IllegalArgumentException("entryBytes must be 1 to " + MOST_ENTRY_BYTES + ", not " + entryBytes);
        }
        if (totalBytes < entryBytes) {
            throw new IllegalArgumentException(
                    "totalBytes must not be less than entryBytes " + entryBytes + ", and is " + totalBytes);
        }
        if (entries < 1) {
            throw new IllegalArgumentException("entries must be at least 1, not " + entries);
        }
    }
}
