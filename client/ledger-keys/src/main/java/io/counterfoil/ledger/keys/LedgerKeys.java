package io.counterfoil.ledger.keys;

import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.UUID;

/**
 * The data keys of a subsidy system, in its documented formats: each is derived from the request, so that every process
 * that repeats the request derives the same key. {@code docs/reference/ledger-keys.md} specifies the formats for other
 * languages, with test vectors.
 *
 * <p>Each method throws {@link io.counterfoil.idempotency.key.InvalidIdentifierException} for a key that would be longer
 * than {@link RequestId#MAX_BYTES} bytes. Stateless and thread-safe.
 */
public final class LedgerKeys {

    private LedgerKeys() {}

    /**
     * {@return {@code ledger-for-subsidy-{subsidy_uuid}}: the key of the one ledger of a subsidy}
     *
     * @param subsidy the subsidy's ID
     */
    public static RequestId ledger(UUID subsidy) {
        return new RequestId("ledger-for-subsidy-" + subsidy);
    }

    /**
     * {@return {@code {ledger's key}-{quantity}-initial-deposit}: the key of the first credit of a ledger} The ledger posts it under this
     * key itself, where it is opened with an initial deposit.
     *
     * @param ledgerKey the key that the ledger was opened under
     * @param quantity the deposit, in the ledger's unit; positive
     * @throws IllegalArgumentException when the quantity is not positive
     */
    public static RequestId initialDeposit(RequestId ledgerKey, long quantity) {
        if (quantity <= 0) {
            throw new IllegalArgumentException("an initial deposit must be positive, is " + quantity);
        }
        return new RequestId(ledgerKey.value() + "-" + quantity + "-initial-deposit");
    }

    /**
     * {@return {@code {ledger's key}-{hash}}: the key of one redemption} An inactive redemption becomes part of the history, so that the
     * next one for the same learner and content has another key.
     *
     * @param ledger the ledger's key; its ID where it was opened without a key
     * @param redemption what identifies the redemption; its {@linkplain Redemption#hash hash} is the second part
     */
    public static RequestId redemption(String ledger, Redemption redemption) {
        return new RequestId(ledger + "-" + redemption.hash());
    }

    /**
     * {@return {@code admin-invoked-reverse-{transaction_uuid}}: the key of a reversal requested by an administrator}
     *
     * @param transaction the ID of the transaction to reverse
     */
    public static RequestId adminReversal(UUID transaction) {
        return new RequestId("admin-invoked-reverse-" + transaction);
    }

    /**
     * {@return {@code unenrollment-reversal-{fulfillment_identifier}-{unenrolled_at}}: the key of a reversal caused by a learner's unenrollment}
     *
     * @param fulfillmentIdentifier what was fulfilled
     * @param unenrolledAt when the learner left, written as ISO 8601 in UTC
     */
    public static RequestId unenrollmentReversal(String fulfillmentIdentifier, Instant unenrolledAt) {
        return new RequestId("unenrollment-reversal-" + fulfillmentIdentifier + "-" + unenrolledAt);
    }
}
