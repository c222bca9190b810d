package io.counterfoil.jdbc.crash;

import io.counterfoil.idempotency.policy.OnExpiry;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** How a request is carried out, and what its work can do about a crash. */
enum Setting {
    /** In the transaction of its effect. */
    TRANSACTIONAL,
    /** Under a lease; one that ran out is answered as unknown until somebody has looked. */
    UNKNOWN,
    /** Under a lease; one that ran out is run again. */
    RERUN,
    /** The same, with an effect that refuses a token which is not above the last. */
    FENCED,
    /** Under a lease; the work can tell whether its effect took place. */
    RESOLVED;

    static final Set<Setting> LEASED = EnumSet.complementOf(EnumSet.of(TRANSACTIONAL));

    private static final List<Setting> ALL = List.of(values());

    /** All of them in turn, over and over. */
    static Setting inTurn(int number) {
        return ALL.get(number % ALL.size());
    }

    OnExpiry onExpiry() {
        return this == RERUN || this == FENCED ? OnExpiry.RERUN : OnExpiry.UNKNOWN;
    }
}
