package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import java.util.Optional;
import java.util.UUID;

/**
 * The purpose of a transaction.
 *
 * @param referenceId the client's reference ID for the transaction
 * @param lmsUserId the learner, at least 1
 * @param contentKey the content, 1 to {@value #MAX_CONTENT_KEY_LENGTH} characters
 * @param subsidyAccessPolicy the policy that granted it
 * @param metadata the client's metadata
 */
public record TransactionDetails(
        Optional<ReferenceId> referenceId,
        Optional<Long> lmsUserId,
        Optional<String> contentKey,
        Optional<UUID> subsidyAccessPolicy,
        Optional<Metadata> metadata) {

    /** The longest content key, in characters. */
    public static final int MAX_CONTENT_KEY_LENGTH = 255;

    /** No details. */
    public static final TransactionDetails NONE = new TransactionDetails(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** @throws InvalidFieldException when a field is beyond its limit; names it */
    public TransactionDetails {
        contentKey.ifPresent(key -> Text.check("content_key", key, MAX_CONTENT_KEY_LENGTH));
        lmsUserId.ifPresent(user -> {
            if (user < 1 || user > Quantity.LIMIT) {
                throw new InvalidFieldException("lms_user_id", "must be within 1 and " + Quantity.LIMIT);
            }
        });
    }
}
