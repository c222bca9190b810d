package io.counterfoil.ledger.domain;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidVerdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Validates client-generated IDs of new objects. Lookups of existing objects accept any ID. */
final class IdAdmission {

    /** The maximum age of a client-generated ID. */
    static final Duration PAST = Duration.ofDays(7);

    /** The tolerance for client clocks that are ahead. */
    static final Duration FUTURE = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final UuidRule rule;

    IdAdmission(InstantSource clock) {
        this.clock = clock;
        this.rule = UuidRule.shortPrefixComb().clock(clock).build();
    }

    /**
     * @throws InvalidFieldException when the ID is not valid for a creation; names {@code id} or {@code client_time}
     */
    <I extends TypedId<I>> void check(Once.ById<I> by) {
        UuidVerdict verdict = by.clientTime()
                .map(time -> rule.check(by.id().value(), bounded(time)))
                .orElseGet(() -> rule.check(by.id().value()));
        verdict.orElseThrow(rejected -> new InvalidFieldException(
                "id", "must be a short prefix COMB generated just now: " + rejected.message()));
    }

    private Instant bounded(Instant time) {
        Instant now = clock.instant();
        if (time.isBefore(now.minus(PAST)) || time.isAfter(now.plus(FUTURE))) {
            throw new InvalidFieldException(
                    "client_time",
                    "must be at most %s days ago, and at most %s minutes ahead"
                            .formatted(PAST.toDays(), FUTURE.toMinutes()));
        }
        return time;
    }
}
