package io.counterfoil.springboot.observe;

import io.counterfoil.idempotency.directory.AgedCount;
import io.counterfoil.idempotency.directory.RecordBacklog;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import io.counterfoil.springboot.internal.SeveralDatabases;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What waits in all stores of an application: leases and unknown outcomes in those of leases, expired records in every database.
 *
 * @param claims looked up at each reading
 * @param leases looked up at each reading
 */
record StoredBacklog(Supplier<Stream<ClaimStore>> claims, Supplier<Stream<LeaseStore>> leases) {

    /** Empty where no store has a directory of its records. */
    Optional<RecordBacklog> read() {
        Set<RecordDirectory> leased = directories(leases.get());
        Set<RecordDirectory> claimed = directories(claims.get());
        if (leased.isEmpty()) {
            return sum(claimed);
        }
        // The store of leases is in the database of the claims, or in one of its own: which one it is cannot be seen.
        claimed.removeAll(leased);
        Optional<AgedCount> expired = sum(claimed).map(RecordBacklog::expired);
        return sum(leased)
                .map(found -> new RecordBacklog(
                        found.inProgress(),
                        found.unknown(),
                        expired.map(others -> greater(others, found.expired())).orElse(found.expired())));
    }

    private static Set<RecordDirectory> directories(Stream<? extends RecordStore> stores) {
        Set<RecordDirectory> directories = Collections.newSetFromMap(new IdentityHashMap<>());
        stores.forEach(store -> {
            if (store instanceof RecordDirectory directory) {
                directories.add(directory);
            } else if (store instanceof SeveralDatabases several) {
                directories.addAll(several.directories());
            }
        });
        return directories;
    }

    private static Optional<RecordBacklog> sum(Set<RecordDirectory> directories) {
        return directories.stream()
                .map(directory -> directory.backlog(RecordBacklog.MAX_LIMIT))
                .reduce((one, other) -> new RecordBacklog(
                        one.inProgress().plus(other.inProgress()),
                        one.unknown().plus(other.unknown()),
                        one.expired().plus(other.expired())));
    }

    private static AgedCount greater(AgedCount one, AgedCount other) {
        return new AgedCount(
                Math.max(one.count(), other.count()),
                one.oldest().compareTo(other.oldest()) < 0 ? other.oldest() : one.oldest());
    }
}
