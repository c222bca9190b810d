package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The entity ID of a transaction: {@code txn_…}. */
@Prefix(value = "txn", format = IdFormat.BASE32)
public record TransactionId(UUID value) implements TypedId<TransactionId> {

    /** The type, with its prefix. */
    public static final IdType<TransactionId> TYPE = IdType.of(TransactionId.class, TransactionId::new);

    @Override
    public String toString() {
        return text();
    }
}
