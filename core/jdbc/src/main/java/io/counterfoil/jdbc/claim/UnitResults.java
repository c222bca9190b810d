package io.counterfoil.jdbc.claim;

import io.counterfoil.idempotency.store.CompletedClaim;
import io.counterfoil.idempotency.store.Lease;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.Settlement;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.KeyLocks;
import io.counterfoil.jdbc.dialect.TransactionCheck;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.transaction.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Records the results of a unit of work, with its commit in the same round trip where the database has one for both. Used by the unit's thread. */
final class UnitResults {

    private final Transaction transaction;
    private final UnitKeys keys;
    private final RecordWriter writer;
    private final KeyLocks locks;
    private final TransactionCheck check;
    private boolean verified;

    UnitResults(Transaction transaction, UnitKeys keys, RecordWriter writer) {
        this.transaction = transaction;
        this.keys = keys;
        this.writer = writer;
        this.locks = writer.database().locks();
        this.check = writer.database().check();
    }

    Settlement complete(CompletedClaim result) {
        Optional<UnitClaim> open = open(result.lease());
        if (open.isEmpty()) {
            return Settlement.STALE;
        }
        UnitClaim claim = open.get();
        try {
            if (transaction.isRollbackOnly()) {
                transaction.refuseUnclaimed();
                return Settlement.ROLLED_BACK;
            }
            transaction.sendClaim();
            transaction.workIsOver();
            if (claim.known().isEmpty()) {
                record(claim, claim.look().orElseThrow(), result.payload(), result.retention());
            } else {
                // The record is there already, so that nothing but the commit is left to notice.
                transaction.atCommit(last -> verifyAndCommit(last, claim.begun()));
            }
        } catch (SQLException failure) {
            throw RecordWriter.failed(failure);
        }
        claim.complete();
        return Settlement.RECORDED;
    }

    /** Those of keys that had no row in one statement, the others one by one. */
    List<Settlement> completeAll(List<CompletedClaim> results) {
        List<Settlement> settlements = new ArrayList<>();
        List<NewRecord> inserted = new ArrayList<>();
        try {
            transaction.workIsOver();
            for (CompletedClaim result : results) {
                Optional<UnitClaim> open = open(result.lease());
                Optional<ClaimLookup> look = open.flatMap(UnitClaim::look)
                        .filter(found -> found.row().isEmpty());
                if (look.isEmpty()) {
                    settlements.add(complete(result));
                } else {
                    verify(look.get().begun());
                    inserted.add(open.get().record(look.get(), result.payload(), result.retention()));
                    open.get().complete();
                    settlements.add(Settlement.RECORDED);
                }
            }
        } catch (SQLException failure) {
            throw RecordWriter.failed(failure);
        }
        if (!inserted.isEmpty()
                && (!locks.commitsWithInsert()
                        || !transaction.atCommit(last -> writer.insertAll(last, inserted, true)))) {
            writer.insertAll(transaction.connectionOfClaims(), inserted, false);
        }
        return settlements;
    }

    private Optional<UnitClaim> open(Lease lease) {
        return keys.of(lease.key()).filter(claim -> claim.isOpenFor(lease));
    }

    private void record(UnitClaim claim, ClaimLookup look, Payload payload, Retention retention) throws SQLException {
        verify(look.begun());
        NewRecord record = claim.record(look, payload, retention);
        Optional<RecordRow> released = look.row();
        if (released.isPresent()) {
            writer.replace(transaction.connectionOfClaims(), record, released.get());
        } else if (!locks.commitsWithInsert() || !transaction.atCommit(last -> writer.insertAndCommit(last, record))) {
            writer.insert(transaction.connectionOfClaims(), record);
        }
    }

    /** Once, where no statement that records does it. */
    private void verify(long begun) throws SQLException {
        if (check.expression().isEmpty() && !transaction.isJoined() && !verified) {
            check.verify(transaction.connectionOfClaims(), begun);
            verified = true;
        }
    }

    private void verifyAndCommit(Connection connection, long begun) {
        try {
            check.verifyAndCommit(connection, begun);
        } catch (SQLException failure) {
            throw RecordWriter.failed(check.explained(failure));
        }
    }
}
