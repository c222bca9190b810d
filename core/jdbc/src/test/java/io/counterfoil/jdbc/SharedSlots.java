package io.counterfoil.jdbc;

import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.locks.SlotLocks;

/** Tells which keys share a slot: the second one waits for the transaction of the first, on databases that lock by slots. */
public final class SharedSlots {

    private SharedSlots() {}

    /** The number of a key's slot. */
    public static long slotOf(IdempotencyKey key) {
        return slotOf(KeyHash.of(key));
    }

    /** The same of a data key. */
    public static long slotOf(DataKey key) {
        return slotOf(KeyHash.of(key));
    }

    private static long slotOf(long hash) {
        return hash & (SlotLocks.SLOTS - 1);
    }
}
