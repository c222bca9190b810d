package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.NewRedemption;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;

/** Parses the request that posts a transaction. */
final class TransactionBody {

    /** The fields other than the identity of the creation. */
    static final String[] FIELDS = {
        "quantity", "pending", "reference_id", "lms_user_id", "content_key", "subsidy_access_policy_uuid", "metadata"
    };

    private TransactionBody() {}

    /** A transaction in a single request. */
    static NewTransaction of(JsonBody body) {
        CreationBody.only(body, FIELDS);
        return wanted(CreationBody.once(body, TransactionId.TYPE), body);
    }

    /** A redemption, whose key the service derives. */
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
