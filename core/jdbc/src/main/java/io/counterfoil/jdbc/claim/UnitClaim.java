package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.InsertedRecord;
import io.counterfoil.jdbc.row.RecordRow;
import java.util.Optional;

/** A claim that a unit of work has acquired, and what of it was sent and recorded. Used by the unit's thread. */
final class UnitClaim {

    /** Of a lease that was given before its claim was sent. */
    private static final long UNKNOWN_TOKEN = 0;

    private final Lease lease;
    private final KeyedRequest request;
    private final Optional<KnownResult> known;

    /** Empty where the record is inserted already, and while the claim has not been sent. */
    private Optional<ClaimLookup> look = Optional.empty();

    private long begun;
    private boolean completed;

    private UnitClaim(KeyedRequest request, long token, Optional<KnownResult> known) {
        this.lease = new Lease(request.key(), token);
        this.request = request;
        this.known = known;
    }

    /** Of a key that was found free. */
    static UnitClaim found(KeyedRequest request, ClaimLookup look) {
        UnitClaim claim = new UnitClaim(request, tokenOf(look), Optional.empty());
        claim.look = Optional.of(look);
        return claim;
    }

    /** To be sent with the first statement of the work. */
    static UnitClaim unsent(KeyedRequest request) {
        return new UnitClaim(request, UNKNOWN_TOKEN, Optional.empty());
    }

    /** Whose record is inserted already. */
    static UnitClaim inserted(KeyedRequest request, KnownResult known, InsertedRecord inserted) {
        UnitClaim claim = new UnitClaim(request, inserted.token(), Optional.of(known));
        claim.begun = inserted.begun();
        return claim;
    }

    private static long tokenOf(ClaimLookup look) {
        return Math.max(look.now(), look.row().map(RecordRow::token).orElse(0L) + 1);
    }

    IdempotencyKey key() {
        return lease.key();
    }

    Lease lease() {
        return lease;
    }

    KeyedRequest request() {
        return request;
    }

    Optional<KnownResult> known() {
        return known;
    }

    Optional<ClaimLookup> look() {
        return look;
    }

    /** What the claim found when it was sent, or sent again. */
    void sent(ClaimLookup found) {
        look = Optional.of(found);
    }

    /** The transaction that inserted the record, as in {@link ClaimLookup}. */
    long begun() {
        return begun;
    }

    void insertedBy(long transaction) {
        begun = transaction;
    }

    /** Whether a result may be recorded under this lease. */
    boolean isOpenFor(Lease other) {
        return !completed && lease.equals(other);
    }

    void complete() {
        completed = true;
    }

    /** With the token of the lease, which a claim that had not been sent did not know when the work began. */
    NewRecord record(ClaimLookup found, Payload payload, Retention retention) {
        long token = lease.token() == UNKNOWN_TOKEN ? tokenOf(found) : lease.token();
        return new NewRecord(request, found.now(), found.begun(), token, payload, retention);
    }
}
