package io.counterfoil.story.scan;

import io.airlift.compress.zstd.ZstdInputStream;
import io.counterfoil.story.scan.LogSource.Packing;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

/** Decodes files to streams of UTF-8 text. */
final class Unpacking {

    private static final int BUFFER = 1 << 16;

    private Unpacking() {}

    /** Decodes a stream. */
    static InputStream of(InputStream in, Packing packing) throws IOException {
        return switch (packing) {
            case PLAIN, RECORDS, UNREADABLE -> in;
            case GZIP -> new GZIPInputStream(in, BUFFER);
            case ZSTD -> new ZstdInputStream(in);
            case UTF16LE -> new Transcoded(in, StandardCharsets.UTF_16LE);
            case UTF16BE -> new Transcoded(in, StandardCharsets.UTF_16BE);
        };
    }

    /** Converts another encoding to UTF-8; malformed input becomes U+FFFD. */
    private static final class Transcoded extends InputStream {

        private final Reader reader;
        private final CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .replaceWith(new byte[] {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD});
        private final CharBuffer chars = CharBuffer.allocate(BUFFER).limit(0);
        private final ByteBuffer bytes = ByteBuffer.allocate(4 * BUFFER).limit(0);

        Transcoded(InputStream in, Charset charset) {
            reader = new BufferedReader(new InputStreamReader(in, charset), BUFFER);
        }

        @Override
        public int read() throws IOException {
            return fill() ? bytes.get() & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(to, offset, count);
            return count;
        }

        private boolean fill() throws IOException {
            while (!bytes.hasRemaining()) {
                chars.compact();
                boolean end = reader.read(chars) < 0;
                chars.flip();
                if (end && !chars.hasRemaining()) {
                    return false;
                }
                bytes.clear();
                encoder.encode(chars, bytes, end);
                bytes.flip();
                if (end && !bytes.hasRemaining()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
