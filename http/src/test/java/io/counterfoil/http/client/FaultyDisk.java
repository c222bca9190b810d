package io.counterfoil.http.client;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.concurrent.atomic.AtomicInteger;

/** A disk that can be told to fail, and knows what of a file would survive a loss of power. */
class FaultyDisk implements JournalDisk {

    final AtomicInteger forces = new AtomicInteger();
    volatile boolean full;
    volatile boolean refusingToForce;
    volatile byte[] safe = {};

    @Override
    public void write(RandomAccessFile file, byte[] bytes) throws IOException {
        if (full) {
            file.write(bytes, 0, bytes.length / 2);
            throw new IOException("No space left on device");
        }
        file.write(bytes);
    }

    @Override
    public void force(RandomAccessFile file) throws IOException {
        forces.incrementAndGet();
        if (refusingToForce) {
            throw new IOException("Input/output error");
        }
        byte[] all = new byte[(int) file.length()];
        file.seek(0);
        file.readFully(all);
        safe = all;
    }
}
