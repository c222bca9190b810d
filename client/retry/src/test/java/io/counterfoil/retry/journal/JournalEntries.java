package io.counterfoil.retry.journal;

import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Entries for tests, with contents that must not be logged. */
public final class JournalEntries {

    /** Contents that must not be logged, in a form that no path and no number has. */
    public static final String SECRET = "card Qzvx";

    /** The part of it that is the same in a URI. */
    public static final String SECRET_WORD = "Qzvx";

    private JournalEntries() {}

    public static JournalEntry entry(String requestId) {
        return entry(requestId, "{\"note\":\"" + SECRET + "\"}");
    }

    public static JournalEntry entry(String requestId, String body) {
        return new JournalEntry(
                new RequestId(requestId),
                true,
                "POST",
                URI.create("https://payments.example/v1/payments?note=card%20Qzvx"),
                List.of(new JournalField("X-Note", SECRET)),
                body.getBytes(StandardCharsets.UTF_8),
                "8Zq-kw3a",
                Instant.parse("2026-03-01T12:00:00Z"));
    }

    /** An entry whose encoded form takes about this many bytes more than the smallest. */
    public static JournalEntry entryOf(String requestId, int bytes) {
        return entry(requestId, "x".repeat(bytes));
    }

    public static List<String> idsOf(List<JournalEntry> entries) {
        return entries.stream().map(entry -> entry.requestId().value()).toList();
    }
}
