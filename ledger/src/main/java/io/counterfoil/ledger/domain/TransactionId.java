package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The entity ID of a transaction: {@code txn_…} (EN-1). */
public record TransactionId(UUID uuid) implements TypedId {

    /** The type, with its prefix. */
    public static final IdType<TransactionId> TYPE = IdType.define("txn", TransactionId.class, TransactionId::new);

    @Override
    public IdType<TransactionId> type() {
        return TYPE;
    }

    @Override
    public String toString() {
        return text();
    }
}
