package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.directory.RecordPage;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.maintenance.Purge;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What endpoint and health tell alike. */
final class Overview {

    /** How many records are counted: who has more has enough to do. */
    static final int MOST_COUNTED = 100;

    private Overview() {}

    /** How many outcomes are unknown, as far as {@value #MOST_COUNTED}. */
    static Map<String, Object> unknown(RecordDirectory directory) {
        RecordPage page = directory.list(RecordQuery.ALL.in(RecordState.UNKNOWN).atMost(MOST_COUNTED));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("count", page.entries().size());
        json.put("more", page.next().isPresent());
        page.entries().stream()
                .findFirst()
                .ifPresent(oldest ->
                        json.put("oldestReceived", oldest.firstReceived().toString()));
        return json;
    }

    /** Whether the last round of the purge failed. */
    static Map<String, Object> purge(Purge purge) {
        Optional<RuntimeException> failure = purge.failure();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("failing", failure.isPresent());
        failure.ifPresent(why -> json.put("failure", String.valueOf(why.getMessage())));
        return json;
    }
}
