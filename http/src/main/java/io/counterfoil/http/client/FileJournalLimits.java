package io.counterfoil.http.client;

/**
 * How large a {@link FileJournal} can become. Immutable.
 *
 * @param entryBytes the largest entry, in bytes of its {@linkplain JournalEntry#encoded stored form}, which is the body and
 *     some hundred bytes more
 * @param fileBytes the largest file; records of what was settled may go past it, so that a full journal can be emptied. While it
 *     is rewritten there are two files. An eighth of it may be garbage when it is full
 * @param pending how many intentions are pending at once; each takes some 300 bytes of memory
 */
public record FileJournalLimits(int entryBytes, long fileBytes, int pending) {

    /** The most that {@link #entryBytes} can be: 64 MiB. */
    public static final int MOST_ENTRY_BYTES = 64 * 1024 * 1024;

    /** Entries of 16 MiB, a file of 1 GiB, 100,000 pending intentions. */
    public static final FileJournalLimits DEFAULT =
            new FileJournalLimits(16 * 1024 * 1024, 1024L * 1024 * 1024, 100_000);

    /** @throws IllegalArgumentException when one is less than 1, or an entry could not be kept in the file */
    public FileJournalLimits {
        if (entryBytes < 1 || entryBytes > MOST_ENTRY_BYTES) {
            throw new IllegalArgumentException("entryBytes must be 1 to " + MOST_ENTRY_BYTES + ", not " + entryBytes);
        }
        if (fileBytes < entryBytes) {
            throw new IllegalArgumentException(
                    "fileBytes must not be less than entryBytes " + entryBytes + ", and is " + fileBytes);
        }
        if (pending < 1) {
            throw new IllegalArgumentException("pending must be at least 1, not " + pending);
        }
    }
}
