package io.counterfoil.ledger.api;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.Optional;

/** Reads entity IDs: what is none names nothing, and is not found. */
public final class Ids {

    private Ids() {}

    /** The ledger that this text names, where it is an ID. */
    public static Optional<LedgerId> ledger(String text) {
        return parse(LedgerId.TYPE, text);
    }

    static Optional<TransactionId> transaction(String text) {
        return parse(TransactionId.TYPE, text);
    }

    private static <T extends TypedId<T>> Optional<T> parse(IdType<T> type, String text) {
        return type.tryParse(text);
    }
}
