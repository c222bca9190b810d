package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A file of a {@link FileJournal}: four bytes that mark it, the CRC-32C of the rest, and the rest, which is an entry's {@linkplain
 * JournalEntry#encoded encoded form}. Its first byte is the version of that form; the eight bytes before it are the same in all versions.
 *
 * @param number ascending in the order of opening
 * @param requestId of the entry
 * @param bytes the size of the file
 */
record JournalFile(long number, RequestId requestId, int bytes) {

    private static final byte[] MARK = "CFJE".getBytes(StandardCharsets.US_ASCII);
    static final int HEADER = MARK.length + Integer.BYTES;

    static JournalFile of(long number, JournalEntry entry) {
        return new JournalFile(number, entry.requestId(), sizeOf(entry.encoded()));
    }

    static int sizeOf(byte[] encoded) {
        return HEADER + encoded.length;
    }

    static byte[] contentOf(byte[] encoded) {
        return ByteBuffer.allocate(sizeOf(encoded))
                .put(MARK)
                .putInt(crc(encoded, 0))
                .put(encoded)
                .array();
    }

    /**
     * @throws IllegalArgumentException when the file is damaged; the message shows nothing of it
     * @throws JournalException when it is intact, and of another version
     */
    static JournalEntry entryIn(byte[] content) {
        if (content.length <= HEADER || !Arrays.equals(MARK, 0, MARK.length, content, 0, MARK.length)) {
            throw new IllegalArgumentException("no journal file, or a part of one: " + content.length + " bytes");
        }
        if (crc(content, HEADER) != ByteBuffer.wrap(content).getInt(MARK.length)) {
            throw new IllegalArgumentException("the checksum does not match");
        }
        if (content[HEADER] != JournalEntryCodec.VERSION) {
            throw new JournalException(
                    "it has version " + content[HEADER] + ", and this version of the library reads version "
                            + JournalEntryCodec.VERSION + ": open the journal with the library that wrote it");
        }
        return JournalEntry.decode(Arrays.copyOfRange(content, HEADER, content.length));
    }

    private static int crc(byte[] bytes, int from) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, bytes.length - from);
        return (int) crc.getValue();
    }
}
