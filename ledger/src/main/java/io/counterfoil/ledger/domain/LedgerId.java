package io.counterfoil.ledger.domain;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The entity ID of a ledger: {@code ldg_…} (EN-1). */
public record LedgerId(UUID uuid) implements TypedId {

    /** The type, with its prefix. */
    public static final IdType<LedgerId> TYPE = IdType.define("ldg", LedgerId.class, LedgerId::new);

    @Override
    public IdType<LedgerId> type() {
        return TYPE;
    }

    @Override
    public String toString() {
        return text();
    }
}
