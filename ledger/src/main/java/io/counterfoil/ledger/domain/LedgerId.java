package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The entity ID of a ledger: {@code ldg_…}. */
@Prefix(value = "ldg", format = IdFormat.BASE32)
public record LedgerId(UUID value) implements TypedId<LedgerId> {

    /** The type, with its prefix. */
    public static final IdType<LedgerId> TYPE = IdType.of(LedgerId.class, LedgerId::new);

    @Override
    public String toString() {
        return text();
    }
}
