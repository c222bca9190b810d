package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;
import java.util.Set;

/**
 * Redeems: posts a debit under the key that the history of its learner and content makes. While the last redemption is active, the key is
 * the same and a further request is its duplicate; a redemption that was reversed or has failed joins the history, and the next request
 * has another key.
 *
 * <p>The history is read, the key is made and looked up, and the debit is posted under the lock of the ledger, in one transaction: neither
 * another redemption nor a reversal comes between.
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

    /** The same for equal requests, whatever the history. */
    private static RequestId inProgress(NewRedemption wanted) {
        Fingerprint wish = new Fingerprint();
        wish.add(Long.toString(wanted.lmsUserId()));
        wish.add(wanted.contentKey());
        wish.add(wanted.policy().toString());
        return new RequestId(wish.text());
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
                    "is that of a ledger whose idempotency_key is too long: the keys of its redemptions would have more than "
                            + RequestId.MAX_BYTES + " bytes");
        }
    }
}
