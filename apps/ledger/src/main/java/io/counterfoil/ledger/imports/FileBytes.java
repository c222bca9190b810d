package io.counterfoil.ledger.imports;

import io.counterfoil.ledger.domain.Fingerprint;
import io.counterfoil.ledger.domain.InvalidFieldException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** The bytes of an uploaded file: limited in number, with a SHA-256 digest that identifies a duplicate. */
final class FileBytes extends FilterInputStream {

    private final long limit;
    private final MessageDigest sum = Fingerprint.sha256();
    private long count;

    FileBytes(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = super.read(buffer, offset, length);
        if (read > 0) {
            count += read;
            if (count > limit) {
                throw new InvalidFieldException("body", "must have at most " + limit + " bytes");
            }
            sum.update(buffer, offset, read);
        }
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** The digest of all bytes read. */
    byte[] digest() {
        return sum.digest();
    }
}
