package io.counterfoil.story.scan;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Documents of log records, as the interfaces of log stores write them: JSON over several lines, several records in one object, and CSV.
 * They are read as one line of JSON for each record. Recognized by their beginning.
 */
abstract class Records extends InputStream {

    /** The part of a file by which its form is recognized. */
    static final int HEAD = 1 << 16;

    /** A column of CSV by which a log is recognized. */
    private static final Set<String> COLUMNS =
            Set.of("message", "@message", "_raw", "log", "line", "body", "textpayload", "msg", "content");

    private byte[] record = new byte[0];
    private int at;

    /** The next record as JSON on one line with its line feed; empty at the end. */
    abstract Optional<byte[]> next() throws IOException;

    /** Whether a text that begins so is a document of records. */
    static boolean isDocument(byte[] head, int length) {
        return of(head, length, InputStream.nullInputStream()).isPresent();
    }

    /** The stream, or that of its records if it is a document of them. */
    static InputStream over(InputStream in) throws IOException {
        byte[] head = new byte[HEAD];
        Begun begun = new Begun(in);
        int length = begun.readHead(head);
        PushbackInputStream again = new PushbackInputStream(begun, HEAD);
        again.unread(head, 0, length);
        Optional<? extends InputStream> records = of(head, length, again);
        return records.isPresent() ? records.get() : again;
    }

    /** A stream whose beginning was read: a failure meanwhile is that of the read after it. */
    private static final class Begun extends FilterInputStream {

        private Optional<Exception> failure = Optional.empty();

        Begun(InputStream in) {
            super(in);
        }

        /** Reads as much as there is room for, and returns how much there is. */
        int readHead(byte[] head) {
            int length = 0;
            try {
                for (int more = 0; more >= 0 && length < head.length; length += Math.max(0, more)) {
                    more = in.read(head, length, head.length - length);
                }
            } catch (IOException | RuntimeException broken) {
                failure = Optional.of(broken);
            }
            return length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (failure.isPresent()) {
                throw failure.get() instanceof IOException broken
                        ? broken
                        : new IOException(failure.get().getMessage(), failure.get());
            }
            return super.read(to, offset, length);
        }
    }

    private static Optional<? extends InputStream> of(byte[] head, int length, InputStream in) {
        String text = new String(head, 0, length, StandardCharsets.UTF_8);
        String begin = (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
        if (begin.startsWith("{") || begin.startsWith("[")) {
            return JsonRecords.pathOf(begin).map(path -> new JsonRecords(in, path));
        }
        int end = begin.indexOf('\n');
        String header = end < 0 ? "" : begin.substring(0, end).strip().toLowerCase(Locale.ROOT);
        for (char separator : new char[] {',', ';', '\t'}) {
            if (isHeader(header, separator)) {
                return Optional.of(new CsvRecords(in, separator));
            }
        }
        return Optional.empty();
    }

    private static boolean isHeader(String header, char separator) {
        String[] names = header.split(String.valueOf(separator), -1);
        boolean known = false;
        for (String name : names) {
            String bare = name.strip().replace("\"", "");
            if (!bare.matches("[@_a-z][a-z0-9@_. -]*")) {
                return false;
            }
            known |= COLUMNS.contains(bare);
        }
        return known && names.length > 1;
    }

    @Override
    public int read() throws IOException {
        return fill() ? record[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, record.length - at);
        System.arraycopy(record, at, to, offset, count);
        at += count;
        return count;
    }

    private boolean fill() throws IOException {
        while (at == record.length) {
            Optional<byte[]> more = next();
            if (more.isEmpty()) {
                return false;
            }
            record = more.get();
            at = 0;
        }
        return true;
    }
}
