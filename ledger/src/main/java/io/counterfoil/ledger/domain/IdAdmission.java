package io.counterfoil.ledger.domain;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.validation.UuidRule;
import io.counterfoil.ids.validation.UuidRule.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Judges the ids that clients make for new objects. Only those: an object that is there is looked up under whatever id it has.
 */
final class IdAdmission {

    /** How long before now a client may say that it made an id. */
    static final Duration PAST = Duration.ofDays(7);

    /** How far a client's clock may be ahead. */
    static final Duration FUTURE = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final UuidRule rule;

    IdAdmission(InstantSource clock) {
        this.clock = clock;
        this.rule = UuidRule.shortPrefixComb().clock(clock).build();
    }

    /** @throws InvalidFieldException when the id is none to create under; names {@code id} or {@code client_time} */
    <I extends TypedId<I>> void check(Once.ById<I> by) {
        Verdict verdict = by.clientTime()
                .map(time -> rule.check(by.id().value(), bounded(time)))
                .orElseGet(() -> rule.check(by.id().value()));
        verdict.orElseThrow(rejected -> new InvalidFieldException(
                "id", "must be that of a short prefix COMB made just now: " + rejected.message()));
    }

    private Instant bounded(Instant time) {
        Instant now = clock.instant();
        if (time.isBefore(now.minus(PAST)) || time.isAfter(now.plus(FUTURE))) {
            throw new InvalidFieldException(
                    "client_time",
                    "must be at most %d days ago, and at most %d minutes ahead"
                            .formatted(PAST.toDays(), FUTURE.toMinutes()));
        }
        return time;
    }
}
