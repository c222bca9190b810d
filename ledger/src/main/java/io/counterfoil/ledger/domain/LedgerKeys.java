package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * The data keys of a subsidy system, in its documented formats: each is derived from the request, so that every process
 * that repeats the request derives the same key.
 */
public final class LedgerKeys {

    private LedgerKeys() {}

    /** {@code ledger-for-subsidy-{subsidy_uuid}}: the one ledger of a subsidy. */
    public static RequestId ledger(UUID subsidy) {
        return new RequestId("ledger-for-subsidy-" + subsidy);
    }

    /** {@code ledger-for-subsidy-{subsidy_uuid}-{quantity}-initial-deposit}: the first credit of a subsidy's ledger. */
    public static RequestId initialDeposit(UUID subsidy, Quantity quantity) {
        return initialDeposit(ledger(subsidy), quantity);
    }

    /** The key of the initial deposit of a ledger with this key. */
    static RequestId initialDeposit(RequestId ledgerKey, Quantity quantity) {
        return new RequestId(ledgerKey + "-" + quantity.value() + "-initial-deposit");
    }

    /**
     * {@code ledger-for-subsidy-{subsidy_uuid}-{hashed transaction data}}: one redemption. An inactive redemption
     * becomes part of the history, so that the next one for the same learner and content has another key.
     *
     * @param subsidy the subsidy whose ledger is debited
     * @param lmsUserId the learner
     * @param contentKey the content
     * @param policy the policy that granted the redemption
     * @param inactiveRedemptions all historical inactive redemptions of this learner and content, in any order
     */
    public static RequestId transaction(
            UUID subsidy, long lmsUserId, String contentKey, UUID policy, Set<TransactionId> inactiveRedemptions) {
        return transaction(ledger(subsidy).value(), lmsUserId, contentKey, policy, inactiveRedemptions);
    }

    /** The key of a redemption on a ledger with this key, or with this ID where it has no key. */
    static RequestId transaction(
            String ledger, long lmsUserId, String contentKey, UUID policy, Set<TransactionId> inactiveRedemptions) {
        Fingerprint redemption = new Fingerprint();
        redemption.add(Long.toString(lmsUserId));
        redemption.add(contentKey);
        redemption.add(policy.toString());
        inactiveRedemptions.stream().map(TransactionId::toString).sorted().forEach(redemption::add);
        return new RequestId(ledger + "-" + redemption.text());
    }

    /** {@code admin-invoked-reverse-{transaction_uuid}}: a reversal requested by an administrator. */
    public static RequestId adminReversal(TransactionId transaction) {
        return new RequestId("admin-invoked-reverse-" + transaction.value());
    }

    /**
     * {@code unenrollment-reversal-{fulfillment_identifier}-{unenrolled_at}}: a reversal caused by a learner's
     * unenrollment.
     *
     * @param fulfillmentIdentifier what was fulfilled
     * @param unenrolledAt when the learner left, written as ISO 8601 in UTC
     */
    public static RequestId unenrollmentReversal(String fulfillmentIdentifier, Instant unenrolledAt) {
        return new RequestId("unenrollment-reversal-" + fulfillmentIdentifier + "-" + unenrolledAt);
    }
}
