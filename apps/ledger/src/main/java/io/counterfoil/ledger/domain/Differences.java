package io.counterfoil.ledger.domain;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Compares two requests under one key, field by field; fields have their names in the REST API. */
final class Differences {

    private Differences() {}

    /** The first field that differs; {@code shared_keys} only where the retry states it. */
    static Optional<String> between(NewLedger opened, NewLedger retry) {
        Optional<String> shared = retry.rules()
                .sharedKeys()
                .filter(stated -> stated != opened.rules().sharesKeys())
                .map(differs -> "shared_keys");
        return first(fieldsOf(opened), fieldsOf(retry)).or(() -> shared);
    }

    /** The first field that differs. */
    static Optional<String> between(NewTransaction one, NewTransaction other) {
        return first(fieldsOf(one), fieldsOf(other));
    }

    private static Map<String, Object> fieldsOf(NewLedger ledger) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("unit", ledger.unit());
        fields.put("initial_deposit", ledger.initialDeposit());
        fields.put("reference_id", ledger.referenceId());
        fields.put("metadata", ledger.metadata());
        fields.put("overdraft", ledger.rules().overdraft());
        return fields;
    }

    private static Map<String, Object> fieldsOf(NewTransaction transaction) {
        TransactionDetails details = transaction.details();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("quantity", transaction.quantity());
        fields.put("pending", transaction.pending());
        fields.put("reference_id", details.referenceId());
        fields.put("lms_user_id", details.lmsUserId());
        fields.put("content_key", details.contentKey());
        fields.put("subsidy_access_policy_uuid", details.subsidyAccessPolicy());
        fields.put("metadata", details.metadata());
        return fields;
    }

    private static Optional<String> first(Map<String, Object> one, Map<String, Object> other) {
        return one.keySet().stream()
                .filter(field -> !Objects.equals(one.get(field), other.get(field)))
                .findFirst();
    }
}
