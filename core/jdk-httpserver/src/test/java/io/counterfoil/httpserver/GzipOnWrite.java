package io.counterfoil.httpserver;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Compresses what is written, and writes nothing before that. */
final class GzipOnWrite extends OutputStream {

    private final OutputStream target;
    private @Nullable GZIPOutputStream zip;

    GzipOnWrite(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
        GZIPOutputStream open = zip;
        if (open == null) {
            open = new GZIPOutputStream(target);
            zip = open;
        }
        open.write(b);
    }

    @Override
    public void close() throws IOException {
        if (zip != null) {
            zip.close();
        }
    }
}
