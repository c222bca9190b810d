package io.counterfoil.ledger.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ledger.api.Views.Page;
import io.counterfoil.ledger.domain.BatchEntry;
import io.counterfoil.ledger.domain.BatchOutcome;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.PostedBatch;
import io.counterfoil.ledger.domain.Transaction;
import java.time.Instant;
import java.util.Iterator;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON representations of batches. The order of the components is the order on the wire. */
final class BatchViews {

    private BatchViews() {}

    static BatchEntry.Outcome outcome(String text) {
        return switch (text) {
            case "created" -> BatchEntry.Outcome.CREATED;
            case "known" -> BatchEntry.Outcome.KNOWN;
            case "refused" -> BatchEntry.Outcome.REFUSED;
            default -> throw new InvalidFieldException("outcome", "must be created, known or refused");
        };
    }

    static String text(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    record BatchView(
            String batchId, String source, String ledgerId, long created, long known, long refused, Instant createdAt) {

        static BatchView of(PostedBatch batch) {
            return new BatchView(
                    batch.id().value(),
                    text(batch.source()),
                    batch.ledger().text(),
                    batch.created(),
                    batch.known(),
                    batch.refused(),
                    batch.openedAt());
        }
    }

    /** A batch with a page of its members; {@code next} is the value of {@code after} for the following page. */
    record FilledBatchView(
            @JsonUnwrapped BatchView batch,
            Iterator<MemberView> members,
            @Nullable String next) {

        static FilledBatchView of(PostedBatch batch, Iterator<MemberView> all) {
            return new FilledBatchView(BatchView.of(batch), all, null);
        }

        static FilledBatchView of(PostedBatch batch, Page<MemberView> page) {
            return new FilledBatchView(BatchView.of(batch), page.items().iterator(), page.next());
        }
    }

    record MemberView(
            long position,
            String outcome,
            @Nullable String transactionId,
            @Nullable String referenceId,
            @Nullable String serviceReferenceId,
            @Nullable String state,
            @Nullable Long quantity,
            @Nullable JsonNode problem) {

        static MemberView of(BatchEntry member) {
            @Nullable Transaction transaction = member.transaction().orElse(null);
            if (transaction == null) {
                return new MemberView(
                        member.position(),
                        text(member.outcome()),
                        null,
                        null,
                        null,
                        null,
                        null,
                        member.problem().map(Json::parse).orElse(null));
            }
            return new MemberView(
                    member.position(),
                    text(member.outcome()),
                    transaction.id().text(),
                    transaction
                            .asked()
                            .details()
                            .referenceId()
                            .map(ReferenceId::value)
                            .orElse(null),
                    transaction.serviceReference().map(ReferenceId::value).orElse(null),
                    text(transaction.state()),
                    transaction.asked().quantity().value(),
                    null);
        }
    }

    /** A refused item of a batch that was refused as a whole. */
    record ItemRefusalView(long position, JsonNode problem) {

        static ItemRefusalView of(BatchOutcome.Refused item) {
            return new ItemRefusalView(
                    item.position(), Json.parse(Problems.of(item.refusal()).toJson()));
        }
    }
}
