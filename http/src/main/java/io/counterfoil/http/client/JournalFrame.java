package io.counterfoil.http.client;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32C;

/**
 * Records that are written and forced to the disk together: a byte that marks the beginning, the length of the records, their
 * CRC-32C, the CRC-32C of these first nine bytes; the records; a byte that marks the end. A record is a byte for its kind, its
 * length, and its content. Numbers have four bytes, the most significant first.
 *
 * <p>Neither mark is zero, so that a disk sector that was never written, and reads as zeros, is told from one that was.
 */
final class JournalFrame {

    static final int HEADER = 1 + 4 + 4 + 4;
    static final int OVERHEAD = HEADER + 1;

    private static final byte BEGIN = (byte) 0xC5;
    private static final byte END = 0x5C;
    private static final int CHECKED = 9;

    private JournalFrame() {}

    static byte[] of(List<JournalRecord> records) {
        int length = records.stream().mapToInt(JournalRecord::size).sum();
        ByteBuffer payload = ByteBuffer.allocate(length);
        for (JournalRecord record : records) {
            payload.put(record.kind()).putInt(record.content().length).put(record.content());
        }
        ByteBuffer frame = ByteBuffer.allocate(OVERHEAD + length);
        frame.put(BEGIN).putInt(length).putInt(crc(payload.array(), 0, length));
        frame.putInt(crc(frame.array(), 0, CHECKED)).put(payload.array()).put(END);
        return frame.array();
    }

    static boolean isHeader(byte[] bytes, int offset) {
        return bytes[offset] == BEGIN
                && crc(bytes, offset, CHECKED) == ByteBuffer.wrap(bytes).getInt(offset + CHECKED);
    }

    /** How many bytes the records of a frame take, as its intact header says. */
    static int length(byte[] header) {
        return ByteBuffer.wrap(header).getInt(1);
    }

    /** Whether what follows the header, end mark included, is what was written. */
    static boolean isIntact(byte[] header, byte[] rest) {
        int length = rest.length - 1;
        return rest[length] == END
                && crc(rest, 0, length) == ByteBuffer.wrap(header).getInt(5);
    }

    /** Hands over each record of an intact frame, with where its content begins behind the header. */
    static void split(byte[] rest, ObjIntConsumer<JournalRecord> reader) {
        ByteBuffer payload = ByteBuffer.wrap(rest, 0, rest.length - 1);
        while (payload.hasRemaining()) {
            byte kind = payload.get();
            byte[] content = new byte[payload.getInt()];
            int begin = payload.position();
            payload.get(content);
            reader.accept(new JournalRecord(kind, content), begin);
        }
    }

    static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
