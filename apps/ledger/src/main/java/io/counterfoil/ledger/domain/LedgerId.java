package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import java.util.UUID;

/** The entity ID of a ledger: {@code ldg_…}. */
@Prefix(value = "ldg", format = IdFormat.BASE32)
public record LedgerId(UUID value) implements TypedId<LedgerId> {

    /** The type, with its prefix. */
    public static final IdType<LedgerId> TYPE = IdType.of(LedgerId.class, LedgerId::new);

    /** The ID of a new ledger: it reveals the minute within a cycle of 45 days, and no order. */
    public static LedgerId next() {
        return TYPE.next(ShortPrefixComb.shared());
    }

    @Override
    public String toString() {
        return text();
    }
}
