package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The entity ID of a reversal: {@code rev_…} (EN-1). */
public record ReversalId(UUID uuid) implements TypedId {

    /** The type, with its prefix. */
    public static final IdType<ReversalId> TYPE = IdType.define("rev", ReversalId.class, ReversalId::new);

    @Override
    public IdType<ReversalId> type() {
        return TYPE;
    }

    @Override
    public String toString() {
        return text();
    }
}
