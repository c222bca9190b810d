package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import java.util.Optional;
import java.util.UUID;

/**
 * What a transaction was for.
 *
 * @param referenceId the client's own name for the transaction
 * @param lmsUserId the learner, at least 1
 * @param contentKey the content, 1 to {@value #MAX_CONTENT_KEY_LENGTH} characters
 * @param subsidyAccessPolicy the policy that granted it
 * @param metadata what the client wants to remember with it
 */
public record TransactionDetails(
        Optional<ReferenceId> referenceId,
        Optional<Long> lmsUserId,
        Optional<String> contentKey,
        Optional<UUID> subsidyAccessPolicy,
        Optional<Metadata> metadata) {

    /** The longest content key, in characters. */
    public static final int MAX_CONTENT_KEY_LENGTH = 255;

    /** Nothing said. */
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
