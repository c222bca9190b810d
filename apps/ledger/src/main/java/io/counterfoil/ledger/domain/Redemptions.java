package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import java.util.Set;

/**
 * Posts redemptions: debits under a key that is derived from the history of the learner and the content. While the last
 * redemption is active, the key is the same and a further request is a duplicate. A reversed or failed redemption
 * becomes part of the history, and the next request has another key.
 *
 * <p>Reading the history, deriving the key, the lookup and the posting happen in one transaction under the ledger's
 * lock, which excludes other redemptions and reversals.
 */
final class Redemptions {

    private final Stores stores;
    private final DataKeys keys;
    private final Postings postings;

    Redemptions(Stores stores, DataKeys keys, Postings postings) {
        this.stores = stores;
        this.keys = keys;
        this.postings = postings;
    }

    Result<Transaction> redeem(ClientId client, LedgerId ledger, NewRedemption wanted) {
        return keys.createOnce(
                        new DataKey(
                                "redemption",
                                ledger + " " + KeyScope.ofClient(client).value(),
                                inProgress(wanted)),
                        Optional::<Result<Transaction>>empty,
                        () -> Results.of(() -> {
                            Ledger locked = postings.locked(ledger);
                            Set<TransactionId> inactive = stores.ledgers()
                                    .inactiveRedemptions(
                                            ledger,
                                            KeyScope.of(locked, client),
                                            wanted.lmsUserId(),
                                            wanted.contentKey());
                            return postings.postOnce(client, locked, keyed(locked, wanted, inactive));
                        }))
                .value();
    }

    /** A digest that is equal for equal requests, independent of the history. */
    private static RequestId inProgress(NewRedemption wanted) {
        return new RequestId(wanted.under(Set.of()).hash());
    }

    private static NewTransaction keyed(Ledger ledger, NewRedemption wanted, Set<TransactionId> inactive) {
        String prefix = ledger.asked()
                .once()
                .dataKey()
                .map(RequestId::value)
                .orElseGet(() -> ledger.id().text());
        try {
            return wanted.after(prefix, inactive);
        } catch (InvalidIdentifierException tooLong) {
            throw new InvalidFieldException(
                    "id",
                    "names a ledger whose idempotency_key is too long for redemptions: their derived keys would "
                            + "have more than " + RequestId.MAX_BYTES + " bytes");
        }
    }
}
