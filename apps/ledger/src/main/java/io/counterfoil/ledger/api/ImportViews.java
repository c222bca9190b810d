package io.counterfoil.ledger.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.counterfoil.ledger.domain.BatchEntry;
import io.counterfoil.ledger.imports.Import;
import io.counterfoil.ledger.imports.ImportFile;
import io.counterfoil.operations.Operation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The JSON representations of imports. The order of the components is the order on the wire. */
final class ImportViews {

    private ImportViews() {}

    record ImportView(
            String referenceId,
            String batchId,
            String ledgerId,
            String state,
            ProgressView progress,
            @Nullable ResultView result,
            @Nullable JsonNode failure,
            String callback,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt) {

        /** @param refused the first refused rows; null where they are omitted */
        static ImportView of(Import shown, @Nullable List<BatchEntry> refused) {
            ImportFile file = shown.file();
            Operation work = shown.work();
            return new ImportView(
                    file.reference().value(),
                    file.batch().value(),
                    file.ledger().text(),
                    BatchViews.text(work.state()),
                    new ProgressView(work.done(), file.rows()),
                    work.result()
                            .map(json -> ResultView.of(Json.parse(json), refused))
                            .orElse(null),
                    work.failure().map(Json::parse).orElse(null),
                    BatchViews.text(work.callback()),
                    work.createdAt(),
                    work.startedAt().orElse(null),
                    work.finishedAt().orElse(null));
        }
    }

    record ProgressView(long rowsDone, long rows) {}

    record ResultView(
            long created,
            long known,
            long refused,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<RefusalView> refusals) {

        static ResultView of(JsonNode result, @Nullable List<BatchEntry> refused) {
            return new ResultView(
                    result.get("created").longValue(),
                    result.get("known").longValue(),
                    result.get("refused").longValue(),
                    refused == null
                            ? null
                            : refused.stream().map(RefusalView::of).toList());
        }
    }

    /** A refused row, by the line on which it begins. */
    record RefusalView(long line, JsonNode problem) {

        static RefusalView of(BatchEntry member) {
            return new RefusalView(
                    member.position(), Json.parse(member.problem().orElseThrow()));
        }
    }
}
