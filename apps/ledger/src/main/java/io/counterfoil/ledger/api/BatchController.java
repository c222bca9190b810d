package io.counterfoil.ledger.api;

import io.counterfoil.entities.BatchId;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.BatchViews.BatchView;
import io.counterfoil.ledger.api.BatchViews.FilledBatchView;
import io.counterfoil.ledger.api.BatchViews.ItemRefusalView;
import io.counterfoil.ledger.api.BatchViews.MemberView;
import io.counterfoil.ledger.api.Views.Page;
import io.counterfoil.ledger.domain.BatchEntry;
import io.counterfoil.ledger.domain.Batches;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.NewBatch;
import io.counterfoil.ledger.domain.PostedBatch;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.samples.support.web.ProblemResponse;
import io.counterfoil.springboot.NotIdempotent;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Batches: many transactions in one request, and the collections that they create. */
@RestController
@RequestMapping(path = "/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class BatchController {

    /** The longest body of a batch, in bytes. */
    static final int MAX_BYTES = 16 << 20;

    private static final int TOLD = 100;

    private final Batches batches;
    private final BodyRate rate;

    BatchController(Batches batches, HttpPolicy policy) {
        this.batches = batches;
        this.rate = policy.body().rate();
    }

    /**
     * Does not use the idempotency key of the header, which would require storing the body's fingerprint and the
     * response. The data key in the body finds the batch on a retry.
     */
    @NotIdempotent
    @PostMapping(
            path = {"/ledgers/{id}/transaction-batches", "/ledgers/transaction-batches"},
            consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<?> post(ClientId client, LedgerId id, InputStream body) throws IOException {
        NewBatch wanted = BatchBody.read(new BoundedBody(rate.watch(body), MAX_BYTES));
        Result<PostedBatch> result = batches.post(client, id, wanted);
        if (result instanceof Result.Refused<PostedBatch> refused
                && refused.refusal() instanceof Refusal.BatchRefused items) {
            return refused(items);
        }
        return Answers.of(
                201,
                result,
                batch -> FilledBatchView.of(batch, new AllMembers(batches, client, batch.id())),
                batch -> Optional.of(batch.openedAt()));
    }

    /** The problem, with the problems of the first refused items. */
    private static ResponseEntity<?> refused(Refusal.BatchRefused batch) {
        Problem problem = Problems.of(batch);
        List<ItemRefusalView> items =
                batch.items().stream().limit(TOLD).map(ItemRefusalView::of).toList();
        return ProblemResponse.status(problem)
                .header(HeaderNames.DEFAULT.replayed(), "false")
                .body(Json.with(problem, "refusals", items));
    }

    /** The list, or one batch: by query parameter, for an ID with characters that a path cannot contain. */
    @GetMapping(path = "/batches")
    ResponseEntity<?> find(
            ClientId client,
            @RequestParam(name = "batch_id", required = false) @Nullable String id,
            @RequestParam @Nullable String outcome,
            @RequestParam @Nullable String after,
            @RequestParam @Nullable String limit) {
        return id == null
                ? ResponseEntity.ok(page(client, after, limit))
                : members(client, batchId("batch_id", id), outcome, after, limit);
    }

    private Page<BatchView> page(ClientId client, @Nullable String after, @Nullable String limit) {
        int size = Paging.limit(limit);
        Optional<BatchId> last = Paging.after(
                after,
                text -> Optional.of(batchId("after", text))
                        .filter(id -> batches.batch(client, id).isPresent()));
        List<PostedBatch> found = batches.batches(client, last, size + 1);
        return Paging.page(found, size, BatchView::of, batch -> batch.id().value());
    }

    @GetMapping(path = "/batches/{batch_id}")
    ResponseEntity<?> batch(
            ClientId client,
            @PathVariable("batch_id") String id,
            @RequestParam @Nullable String outcome,
            @RequestParam @Nullable String after,
            @RequestParam @Nullable String limit) {
        return members(client, batchId("batch_id", id), outcome, after, limit);
    }

    private ResponseEntity<?> members(
            ClientId client, BatchId id, @Nullable String outcome, @Nullable String after, @Nullable String limit) {
        int size = Paging.limit(limit);
        long position = after == null ? 0 : Paging.position(after);
        Optional<BatchEntry.Outcome> only = Optional.ofNullable(outcome).map(BatchViews::outcome);
        return Answers.found(
                batches.batch(client, id),
                batch -> FilledBatchView.of(
                        batch,
                        Paging.page(
                                batches.members(client, id, only, position, size + 1),
                                size,
                                MemberView::of,
                                member -> Long.toString(member.position()))),
                "batch",
                "batch_id");
    }

    private static BatchId batchId(String field, String text) {
        return QueryFields.batch(field, text).orElseThrow();
    }
}
