package io.counterfoil.http.client;

import io.counterfoil.idempotency.key.RequestId;
import java.nio.charset.StandardCharsets;

/** What a journal file says happened: an intention was opened, or settled. */
final class JournalRecord {

    /** What a record takes beside its content. */
    static final int OVERHEAD = 1 + 4;

    static final byte OPENED = 1;
    static final byte SETTLED = 2;

    private final byte kind;
    private final byte[] content;

    JournalRecord(byte kind, byte[] content) {
        this.kind = kind;
        this.content = content;
    }

    /** @param encoded the entry's stored form */
    static JournalRecord opened(byte[] encoded) {
        return new JournalRecord(OPENED, encoded);
    }

    static JournalRecord settled(RequestId requestId) {
        return new JournalRecord(SETTLED, requestId.value().getBytes(StandardCharsets.UTF_8));
    }

    byte kind() {
        return kind;
    }

    /** Not a copy. */
    byte[] content() {
        return content;
    }

    int size() {
        return OVERHEAD + content.length;
    }
}
