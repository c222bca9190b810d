package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.NewRedemption;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;

/** The wish for a transaction, as JSON. */
final class TransactionBody {

    /** What is said of it, whichever way it is told from others. */
    static final String[] FIELDS = {
        "quantity", "pending", "reference_id", "lms_user_id", "content_key", "subsidy_access_policy_uuid", "metadata"
    };

    private TransactionBody() {}

    /** The wish of a request of its own. */
    static NewTransaction of(JsonBody body) {
        CreationBody.only(body, FIELDS);
        return wanted(CreationBody.once(body, TransactionId.TYPE), body);
    }

    /** The wish for a redemption, whose key the service makes. */
    static NewRedemption redemption(JsonBody body) {
        body.only(FIELDS);
        return new NewRedemption(new Quantity(body.requiredInteger("quantity")), body.flag("pending"), details(body));
    }

    static NewTransaction wanted(Once<TransactionId> once, JsonBody body) {
        return new NewTransaction(
                once, new Quantity(body.requiredInteger("quantity")), body.flag("pending"), details(body));
    }

    private static TransactionDetails details(JsonBody body) {
        return new TransactionDetails(
                body.reference(),
                body.integer("lms_user_id"),
                body.text("content_key"),
                body.uuid("subsidy_access_policy_uuid"),
                body.metadata());
    }
}
