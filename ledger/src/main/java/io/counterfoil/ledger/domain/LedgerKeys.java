package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.RequestId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.UUID;

/**
 * The data keys of a subsidy system, in its documented formats (LG-4): each derived from what it guards, so that whoever
 * makes the same wish again, in whatever process, makes the same key.
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

    /** The same for a ledger whose own key this is. */
    static RequestId initialDeposit(RequestId ledgerKey, Quantity quantity) {
        return new RequestId(ledgerKey + "-" + quantity.value() + "-initial-deposit");
    }

    /**
     * {@code ledger-for-subsidy-{subsidy_uuid}-{hashed transaction data}}: one redemption. A redemption that became
     * inactive joins the history, so that the next one for the same learner and content has another key.
     *
     * @param subsidy the subsidy whose ledger is debited
     * @param lmsUserId the learner
     * @param contentKey the content
     * @param policy the policy that granted the redemption
     * @param inactiveRedemptions all historical inactive redemptions of this learner and content, in any order
     */
    public static RequestId transaction(
            UUID subsidy, long lmsUserId, String contentKey, UUID policy, Set<TransactionId> inactiveRedemptions) {
        MessageDigest digest = sha256();
        add(digest, Long.toString(lmsUserId));
        add(digest, contentKey);
        add(digest, policy.toString());
        inactiveRedemptions.stream().map(TransactionId::toString).sorted().forEach(id -> add(digest, id));
        return new RequestId(ledger(subsidy) + "-" + HexFormat.of().formatHex(digest.digest()));
    }

    /** {@code admin-invoked-reverse-{transaction_uuid}}: a reversal that an administrator asked for. */
    public static RequestId adminReversal(TransactionId transaction) {
        return new RequestId("admin-invoked-reverse-" + transaction.value());
    }

    /**
     * {@code unenrollment-reversal-{fulfillment_identifier}-{unenrolled_at}}: a reversal that a learner caused.
     *
     * @param fulfillmentIdentifier what was fulfilled
     * @param unenrolledAt when the learner left, written as ISO 8601 in UTC
     */
    public static RequestId unenrollmentReversal(String fulfillmentIdentifier, Instant unenrolledAt) {
        return new RequestId("unenrollment-reversal-" + fulfillmentIdentifier + "-" + unenrolledAt);
    }

    /** Length first: the parts cannot run into each other, whatever they contain. */
    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
