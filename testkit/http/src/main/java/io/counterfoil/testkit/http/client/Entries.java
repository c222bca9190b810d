package io.counterfoil.testkit.http.client;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.journal.JournalEntry;
import io.counterfoil.retry.journal.JournalField;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates journal entries for tests; each is one second later than the previous one. Thread-safe. */
public final class Entries {

    private static final Instant FIRST = Instant.parse("2026-03-01T12:00:00.123456Z");

    private final AtomicInteger made = new AtomicInteger();

    /**
     * {@return a typical entry}
     *
     * @param requestId of the entry
     */
    public JournalEntry entry(String requestId) {
        return entry(
                requestId, "POST", URI.create("https://payments.example/v1/payments?trace=a%20b"), "{\"amount\":5}");
    }

    /**
     * {@return an entry with a body of JSON}
     *
     * @param requestId of the entry
     * @param method the HTTP method
     * @param uri the target
     * @param body encoded in UTF-8
     */
    public JournalEntry entry(String requestId, String method, URI uri, String body) {
        return entry(
                requestId,
                method,
                uri,
                List.of(new JournalField("Content-Type", "application/json")),
                body.getBytes(StandardCharsets.UTF_8));
    }

    JournalEntry entry(String requestId, String method, URI uri, List<JournalField> headers, byte[] body) {
        int number = made.getAndIncrement();
        return new JournalEntry(
                new RequestId(requestId), true, method, uri, headers, body, "8Zq-kw3a", FIRST.plusSeconds(number));
    }
}
