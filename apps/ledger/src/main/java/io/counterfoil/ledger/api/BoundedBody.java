package io.counterfoil.ledger.api;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** A body that is read as it arrives, up to a limit. */
final class BoundedBody extends FilterInputStream {

    private final long limit;
    private long count;

    BoundedBody(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        return one < 0 ? one : counted(1, one);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        return read < 0 ? read : counted(read, read);
    }

    private int counted(int read, int result) {
        count += read;
        if (count > limit) {
            throw new MaxUploadSizeExceededException(limit);
        }
        return result;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
