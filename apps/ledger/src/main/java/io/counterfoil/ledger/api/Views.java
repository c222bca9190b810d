package io.counterfoil.ledger.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Entry;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.Metadata;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.Reversal;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionDetails;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON representations of the domain's objects. The order of the components is the order on the wire. */
final class Views {

    private Views() {}

    record LedgerView(
            String id,
            @Nullable String idempotencyKey,
            @Nullable String referenceId,
            String unit,
            long balance,
            @Nullable JsonNode metadata,
            String overdraft,
            boolean sharedKeys,
            Instant createdAt) {

        static LedgerView of(Ledger ledger) {
            return new LedgerView(
                    ledger.id().text(),
                    key(ledger.asked().once()),
                    text(ledger.asked().referenceId()),
                    ledger.asked().unit(),
                    ledger.balance(),
                    json(ledger.metadata()),
                    LedgerBody.text(ledger.asked().rules().overdraft()),
                    ledger.asked().rules().sharesKeys(),
                    ledger.createdAt());
        }
    }

    record TransactionView(
            String id,
            String uuid,
            String ledgerId,
            @Nullable String idempotencyKey,
            long quantity,
            String state,
            @Nullable String referenceId,
            @Nullable String serviceReferenceId,
            @Nullable Long lmsUserId,
            @Nullable String contentKey,
            @Nullable String subsidyAccessPolicyUuid,
            @Nullable JsonNode metadata,
            Instant createdAt,
            @Nullable ReversalView reversal) {

        static TransactionView of(Transaction transaction) {
            NewTransaction asked = transaction.asked();
            TransactionDetails details = asked.details();
            return new TransactionView(
                    transaction.id().text(),
                    transaction.id().value().toString(),
                    transaction.ledgerId().text(),
                    key(asked.once()),
                    asked.quantity().value(),
                    transaction.state().name().toLowerCase(Locale.ROOT),
                    text(details.referenceId()),
                    text(transaction.serviceReference()),
                    details.lmsUserId().orElse(null),
                    details.contentKey().orElse(null),
                    details.subsidyAccessPolicy().map(Object::toString).orElse(null),
                    json(details.metadata()),
                    transaction.createdAt(),
                    transaction.reversal().map(ReversalView::of).orElse(null));
        }
    }

    record ReversalView(
            String id,
            String transactionId,
            String idempotencyKey,
            long quantity,
            @Nullable String referenceId,
            Instant createdAt) {

        static ReversalView of(Reversal reversal) {
            return new ReversalView(
                    reversal.id().text(),
                    reversal.transactionId().text(),
                    reversal.asked().key().value(),
                    reversal.quantity().value(),
                    text(reversal.asked().referenceId()),
                    reversal.createdAt());
        }
    }

    /** A transaction in its ledger's list: the transaction's own fields, and the running balance among them. */
    record EntryView(@JsonUnwrapped TransactionView transaction, long runningBalance) {

        static EntryView of(Entry entry) {
            return new EntryView(TransactionView.of(entry.transaction()), entry.runningBalance());
        }
    }

    /** A page of a list; {@code next} is the value of {@code after} for the following page, null on the last page. */
    record Page<T>(List<T> items, @Nullable String next) {}

    private static @Nullable String key(Once<?> once) {
        return once.dataKey().map(RequestId::value).orElse(null);
    }

    private static @Nullable String text(Optional<ReferenceId> reference) {
        return reference.map(ReferenceId::value).orElse(null);
    }

    private static @Nullable JsonNode json(Optional<Metadata> metadata) {
        return metadata.map(Json::parse).orElse(null);
    }
}
