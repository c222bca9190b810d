package io.counterfoil.springboot.records;

import io.counterfoil.http.response.StoredResponse;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.Payload;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Records as JSON objects: everything but contents and result, of which an operator sees status and sizes. Times are
 * RFC 3339 in UTC, and what there is not is left out.
 */
public final class RecordJson {

    private RecordJson() {}

    /**
     * {@return a page as an object of JSON: {@code records}, and {@code next} where there are more}
     *
     * @param page as the directory returned it
     */
    public static Map<String, Object> of(RecordPage page) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("records", page.entries().stream().map(RecordJson::of).toList());
        page.next().ifPresent(place -> json.put("next", Tokens.of(place)));
        return json;
    }

    /**
     * {@return a record as an object of JSON, as a list shows it; its {@code id} is a {@link Tokens token}}
     *
     * @param entry as the directory returned it
     */
    public static Map<String, Object> of(RecordEntry entry) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", Tokens.of(entry.key()));
        if (!entry.key().client().isAnonymous()) {
            json.put("client", entry.key().client().value());
        }
        json.put("operation", entry.key().operation().value());
        json.put("requestId", entry.key().requestId().value());
        json.put("state", name(entry.state()));
        entry.firstAttempt().map(AttemptId::value).ifPresent(attempt -> json.put("firstAttempt", attempt));
        json.put("firstReceived", entry.firstReceived().toString());
        json.put("requestCount", entry.requestCount());
        json.put("token", entry.token());
        entry.leasedUntil().ifPresent(until -> json.put("leasedUntil", until.toString()));
        entry.expires().ifPresent(expires -> json.put("expires", expires.toString()));
        return json;
    }

    /**
     * {@return a record as an object of JSON, with status and size of what is stored}
     *
     * @param detail as the directory returned it
     */
    public static Map<String, Object> of(RecordDetail detail) {
        Map<String, Object> json = of(detail.entry());
        boolean answered = detail.entry().state() == RecordState.ANSWERED;
        detail.kept()
                .ifPresent(kept -> json.put(answered ? "answer" : "progress", answered ? answer(kept) : size(kept)));
        return json;
    }

    /**
     * {@return a state's name in JSON, and as a parameter}
     *
     * @param state any state
     */
    public static String name(RecordState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> size(Payload kept) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("keptBytes", kept.length());
        return json;
    }

    private static Map<String, Object> answer(Payload kept) {
        Map<String, Object> json = size(kept);
        try {
            StoredResponse response = StoredResponse.of(kept);
            json.put("kept", response.whole());
            json.put("refusal", response.refusal());
            response.status().ifPresent(status -> json.put("status", status));
            response.bodyBytes().ifPresent(bytes -> json.put("bodyBytes", bytes));
        } catch (IllegalArgumentException unreadable) {
            json.put("unreadable", String.valueOf(unreadable.getMessage()));
        }
        return json;
    }
}
