package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import java.util.UUID;

/** The entity ID of a transaction: {@code txn_…}. */
@Prefix(value = "txn", format = IdFormat.BASE32)
public record TransactionId(UUID value) implements TypedId<TransactionId> {

    /** The type, with its prefix. */
    public static final IdType<TransactionId> TYPE = IdType.of(TransactionId.class, TransactionId::new);

    /** The ID of a new transaction: it reveals the minute within a cycle of 45 days, and no order. */
    public static TransactionId next() {
        return TYPE.next(ShortPrefixComb.shared());
    }

    @Override
    public String toString() {
        return text();
    }
}
