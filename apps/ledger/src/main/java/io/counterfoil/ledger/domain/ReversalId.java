package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import java.util.UUID;

/** The entity ID of a reversal: {@code rev_…}. */
@Prefix(value = "rev", format = IdFormat.BASE32)
public record ReversalId(UUID value) implements TypedId<ReversalId> {

    /** The type, with its prefix. */
    public static final IdType<ReversalId> TYPE = IdType.of(ReversalId.class, ReversalId::new);

    /** The ID of a new reversal: it reveals the minute within a cycle of 45 days, and no order. */
    public static ReversalId next() {
        return TYPE.next(ShortPrefixComb.shared());
    }

    @Override
    public String toString() {
        return text();
    }
}
