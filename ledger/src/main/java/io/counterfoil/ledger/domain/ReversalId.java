package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The entity ID of a reversal: {@code rev_…}. */
@Prefix(value = "rev", format = IdFormat.BASE32)
public record ReversalId(UUID value) implements TypedId<ReversalId> {

    /** The type, with its prefix. */
    public static final IdType<ReversalId> TYPE = IdType.of(ReversalId.class, ReversalId::new);

    @Override
    public String toString() {
        return text();
    }
}
