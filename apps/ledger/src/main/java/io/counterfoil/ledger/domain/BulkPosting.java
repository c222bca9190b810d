package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Posts many transactions to one ledger in one transaction of the database, by the rules of single transactions and in
 * the order of the items: each item is first looked up under its own key, and is then checked against the balance that
 * the items before it leave.
 *
 * <p>The number of statements is constant; only their length grows with the number of items. Keys and names are looked
 * up, all items are decided in memory while the ledger is locked, and then names are claimed and rows inserted. If
 * another request, on another ledger, claims one of the names in between, all items are decided again, because a
 * refusal changes the balance for the items after it.
 *
 * <p>Thread-safe.
 */
final class BulkPosting {

    private final BulkStore store;

    BulkPosting(BulkStore store) {
        this.store = store;
    }

    /** Decides all items and posts the accepted ones. In all-or-nothing mode one refused item refuses the batch. */
    List<BatchOutcome> post(ClientId client, Ledger locked, List<BatchItem> items, NewBatch.Mode mode) {
        List<NewTransaction> readable = items.stream()
                .filter(BatchItem.Wish.class::isInstance)
                .map(item -> ((BatchItem.Wish) item).wanted())
                .toList();
        Map<RequestId, Transaction> known = store.transactionsByKeys(
                locked.id(),
                KeyScope.of(locked, client),
                readable.stream().flatMap(wanted -> wanted.key().stream()).toList());
        Set<ReferenceId> taken = new HashSet<>(store.transactionsByReferences(
                        client,
                        readable.stream()
                                .flatMap(wanted -> wanted.details().referenceId().stream())
                                .toList())
                .keySet());
        while (true) {
            Decision decision = new Decision(locked, known, taken);
            List<BatchOutcome> outcomes = items.stream().map(decision::on).toList();
            if (mode == NewBatch.Mode.ALL_OR_NOTHING && decision.hasRefused) {
                return outcomes;
            }
            Set<ReferenceId> lost = store.bind(client, decision.names);
            if (lost.isEmpty()) {
                store.bindForService(decision.serviceNames);
                store.insert(locked, client, decision.grants);
                return outcomes;
            }
            taken.addAll(lost);
        }
    }

    /** Decides items one after the other. */
    private static final class Decision {

        private final NewLedger.Rules rules;
        private final Map<RequestId, Transaction> known;
        private final Set<ReferenceId> taken;
        private final Map<RequestId, Grant> byKey = new HashMap<>();
        private final Map<ReferenceId, TransactionId> names = new LinkedHashMap<>();
        private final Map<ReferenceId, TransactionId> serviceNames = new LinkedHashMap<>();
        private final List<Grant> grants = new ArrayList<>();
        private long balance;
        private boolean hasRefused;

        private Decision(Ledger locked, Map<RequestId, Transaction> known, Set<ReferenceId> taken) {
            this.known = known;
            this.taken = taken;
            this.rules = locked.asked().rules();
            this.balance = locked.balance();
        }

        private BatchOutcome on(BatchItem item) {
            BatchOutcome outcome = item instanceof BatchItem.Wish wish
                    ? on(item.position(), wish.wanted())
                    : unreadable((BatchItem.Unreadable) item);
            hasRefused |= outcome instanceof BatchOutcome.Refused;
            return outcome;
        }

        private static BatchOutcome unreadable(BatchItem.Unreadable item) {
            return new BatchOutcome.Refused(item.position(), new Refusal.Invalid(item.field(), item.reason()));
        }

        private BatchOutcome on(long position, NewTransaction wanted) {
            Optional<Before> before = wanted.key().flatMap(this::before);
            if (before.isPresent()) {
                return Differences.between(before.get().asked(), wanted)
                        .<BatchOutcome>map(field -> new BatchOutcome.Refused(position, new Refusal.KeyReused(field)))
                        .orElseGet(() ->
                                new BatchOutcome.Known(position, before.get().id()));
            }
            Optional<Refusal> refusal = rules.refusal(balance, wanted.quantity().value())
                    .or(() -> wanted.details()
                            .referenceId()
                            .filter(name -> taken.contains(name) || names.containsKey(name))
                            .map(name -> new Refusal.ReferenceTaken()));
            return refusal.<BatchOutcome>map(reason -> new BatchOutcome.Refused(position, reason))
                    .orElseGet(() -> new BatchOutcome.Created(position, grant(wanted)));
        }

        private Optional<Before> before(RequestId key) {
            return Optional.ofNullable(byKey.get(key))
                    .map(grant -> new Before(grant.id(), grant.wanted()))
                    .or(() -> Optional.ofNullable(known.get(key))
                            .map(transaction -> new Before(transaction.id(), transaction.asked())));
        }

        private Grant grant(NewTransaction wanted) {
            TransactionId id = TransactionId.next();
            Optional<ReferenceId> name = wanted.details().referenceId();
            Optional<ReferenceId> serviceName = name.isPresent() ? Optional.empty() : Optional.of(ReferenceId.next());
            Grant grant = new Grant(id, wanted, serviceName);
            grants.add(grant);
            balance += wanted.quantity().value();
            wanted.key().ifPresent(key -> byKey.put(key, grant));
            name.ifPresent(each -> names.put(each, id));
            serviceName.ifPresent(each -> serviceNames.put(each, id));
            return grant;
        }
    }

    /** An accepted item, posted by this request or an earlier one. */
    private record Before(TransactionId id, NewTransaction asked) {}
}
