package io.counterfoil.springboot;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One event of each kind; of a failed renewal one for each cause. */
public final class Events {

    private static final IdempotencyKey KEY = IdempotencyKey.of("shop", "POST /book", "k-1");
    private static final KeyedRequest REQUEST =
            new KeyedRequest(KEY, Fingerprint.of(new byte[0]), Optional.of(new AttemptId("1")));
    private static final Lease LEASE = new Lease(KEY, 7);
    private static final IdempotencyRecord RECORD = new IdempotencyRecord(
            KEY,
            REQUEST.fingerprint(),
            REQUEST.attempt(),
            Instant.parse("2026-01-02T03:04:05Z"),
            2,
            new Payload(1, new byte[0]));

    private Events() {}

    public static List<IdempotencyEvent> all() {
        RuntimeException failure = new IllegalStateException("gone");
        return List.of(
                new IdempotencyEvent.Executed(REQUEST, Outcome.Stored.RESULT, CommitMode.OWN_TRANSACTION),
                new IdempotencyEvent.ActionFailed(REQUEST, CommitMode.OWN_TRANSACTION, Optional.of(failure)),
                new IdempotencyEvent.ActionFailed(REQUEST, CommitMode.LEASE, Optional.of(failure)),
                new IdempotencyEvent.Replayed(REQUEST, RECORD),
                new IdempotencyEvent.ReplayCacheHit(REQUEST),
                new IdempotencyEvent.UnexpectedDuplicate(REQUEST, RECORD),
                new IdempotencyEvent.Waited(REQUEST, Duration.ofMillis(30)),
                new IdempotencyEvent.Rejected(REQUEST, new Outcome.TooManyInProgress<>(3, Duration.ofSeconds(1))),
                new IdempotencyEvent.ResultTooLarge(REQUEST, 100),
                new IdempotencyEvent.ConflictRetried(REQUEST, failure),
                new IdempotencyEvent.DataConflictRetried(new DataKey("ledger", "shop", new RequestId("k")), failure),
                new IdempotencyEvent.LeaseTakenOver(REQUEST, LEASE),
                new IdempotencyEvent.RenewalFailed(LEASE, Optional.empty()),
                new IdempotencyEvent.RenewalFailed(LEASE, Optional.of(failure)),
                new IdempotencyEvent.FencedOff(LEASE),
                new IdempotencyEvent.CountingFailed(5, failure),
                new IdempotencyEvent.Purged("records", 40),
                new IdempotencyEvent.PurgingFailed("records", failure));
    }
}
