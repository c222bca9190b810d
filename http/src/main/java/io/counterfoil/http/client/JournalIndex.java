package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where in its file a journal has what is pending, in the order in which it was opened. Guarded by the journal's lock. */
final class JournalIndex {

    private final Map<RequestId, Kept> pending = new LinkedHashMap<>();
    private long liveBytes;

    /** A pending intention: what it is, where its entry is, and whether it is in somebody's hands. */
    static final class Kept {

        final RequestId requestId;
        final String target;
        final int length;
        final int crc;
        long offset;
        boolean written;
        boolean inHand;

        Kept(JournalEntry entry, byte[] encoded) {
            this.requestId = entry.requestId();
            this.target = entry.method() + " " + entry.uri();
            this.length = encoded.length;
            this.crc = JournalFrame.crc(encoded, 0, encoded.length);
        }

        boolean isOf(JournalEntry entry) {
            return target.equals(entry.method() + " " + entry.uri());
        }

        int size() {
            return JournalRecord.OVERHEAD + length;
        }
    }

    @Nullable
    Kept get(RequestId requestId) {
        return pending.get(requestId);
    }

    Collection<Kept> all() {
        return pending.values();
    }

    int size() {
        return pending.size();
    }

    /** What the written entries take in the file, in bytes. */
    long liveBytes() {
        return liveBytes;
    }

    void add(Kept kept) {
        pending.put(kept.requestId, kept);
    }

    void written(Kept kept, long offset) {
        kept.offset = offset;
        kept.written = true;
        liveBytes += kept.size();
    }

    void remove(RequestId requestId) {
        Kept removed = pending.remove(requestId);
        if (removed != null && removed.written) {
            liveBytes -= removed.size();
        }
    }
}
