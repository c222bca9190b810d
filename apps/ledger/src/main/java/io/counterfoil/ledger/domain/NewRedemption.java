package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.keys.LedgerKeys;
import io.counterfoil.ledger.keys.Redemption;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A request for a redemption: a debit for one learner and content, granted by a policy. The service derives its data
 * key from the history of this learner and content.
 *
 * @param quantity the quantity; negative
 * @param pending whether it waits for a commit (two-phase), or is committed at once
 * @param details its details, with a learner, a content and a policy
 */
public record NewRedemption(Quantity quantity, boolean pending, TransactionDetails details) {

    /** @throws InvalidFieldException when the quantity is positive, or the learner, the content or the policy is missing; names the field */
    public NewRedemption {
        if (quantity.value() > 0) {
            throw new InvalidFieldException("quantity", "must be negative");
        }
        required("lms_user_id", details.lmsUserId());
        required("content_key", details.contentKey());
        required("subsidy_access_policy_uuid", details.subsidyAccessPolicy());
    }

    private static void required(String field, Optional<?> value) {
        if (value.isEmpty()) {
            throw new InvalidFieldException(field, "is required");
        }
    }

    /** The learner. */
    public long lmsUserId() {
        return details.lmsUserId().orElseThrow();
    }

    /** The content. */
    public String contentKey() {
        return details.contentKey().orElseThrow();
    }

    /** The policy that grants it. */
    public UUID policy() {
        return details.subsidyAccessPolicy().orElseThrow();
    }

    /** The transaction that follows this history, under the key {@code {prefix}-{hash}}. */
    NewTransaction after(String prefix, Set<TransactionId> inactive) {
        RequestId key = LedgerKeys.redemption(prefix, under(inactive));
        return new NewTransaction(key, quantity, pending, details);
    }

    /** What identifies it, after this history. */
    Redemption under(Set<TransactionId> inactive) {
        Set<String> ids = inactive.stream().map(TransactionId::text).collect(Collectors.toSet());
        return new Redemption(lmsUserId(), contentKey(), policy(), ids);
    }
}
