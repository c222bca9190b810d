package io.counterfoil.springboot.engine;

import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.event.IdempotencyListener;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.CommitMode;
import io.counterfoil.idempotency.store.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs at WARN what needs an operator's attention; {@code docs/guides/operations.md} describes what to do. Thread-safe. */
final class LoggingIdempotencyListener implements IdempotencyListener {

    private static final Logger log = LoggerFactory.getLogger(LoggingIdempotencyListener.class);

    /** Logs under the name of this class. */
    public LoggingIdempotencyListener() {}

    @Override
    public void on(IdempotencyEvent event) {
        if (event instanceof IdempotencyEvent.FencedOff fenced) {
            of(fenced.lease(), "A write under a lease was rejected, because the lease had been taken over");
        } else if (event instanceof IdempotencyEvent.LeaseTakenOver taken) {
            of(taken.lease(), "An expired lease was taken over");
        } else if (event instanceof IdempotencyEvent.RenewalFailed failed) {
            failed.failure()
                    .ifPresentOrElse(
                            failure -> log.warn(
                                    "A lease could not be renewed; the next heartbeat retries {} [token={}]",
                                    key(failed.lease().key()),
                                    failed.lease().token(),
                                    failure),
                            () -> of(failed.lease(), "A lease could not be renewed: it was taken over"));
        } else if (event instanceof IdempotencyEvent.ActionFailed failed && failed.mode() == CommitMode.LEASE) {
            // The failure itself is the caller's to log; in a transaction nothing is left of it.
            log.warn(
                    "An execution failed under a lease: its outcome is unknown {} [failure={}]",
                    key(failed.request().key()),
                    failed.failure().map(thrown -> thrown.getClass().getName()).orElse("-"));
        } else if (event instanceof IdempotencyEvent.UnexpectedDuplicate duplicate) {
            log.warn(
                    "Unexpected duplicate: a proxy sent a request twice, or two intentions share a key {} "
                            + "[attempt={}] [first_received={}]",
                    key(duplicate.request().key()),
                    duplicate.request().attempt().map(AttemptId::value).orElse("-"),
                    duplicate.record().firstReceived());
        } else if (event instanceof IdempotencyEvent.CountingFailed failed) {
            log.warn(
                    "Counts of duplicates could not be stored; the next flush retries [keys={}]",
                    failed.keys(),
                    failed.failure());
        } else if (event instanceof IdempotencyEvent.PurgingFailed failed) {
            log.warn("Purging expired {} failed; the next round runs as scheduled", failed.rows(), failed.failure());
        }
    }

    private static void of(Lease lease, String what) {
        log.warn("{} {} [token={}]", what, key(lease.key()), lease.token());
    }

    private static String key(IdempotencyKey key) {
        return "[request_id=" + key.requestId() + "] [client=" + key.client() + "] [operation=" + key.operation() + "]";
    }
}
