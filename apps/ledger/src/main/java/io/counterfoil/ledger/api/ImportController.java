package io.counterfoil.ledger.api;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Preferences;
import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.ImportViews.ImportView;
import io.counterfoil.ledger.api.Views.Page;
import io.counterfoil.ledger.domain.BatchEntry;
import io.counterfoil.ledger.domain.Batches;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.ledger.imports.Import;
import io.counterfoil.ledger.imports.Imports;
import io.counterfoil.ledger.imports.NewImport;
import io.counterfoil.ledger.imports.TooManyUploadsException;
import io.counterfoil.samples.support.web.ProblemResponse;
import io.counterfoil.springboot.NotIdempotent;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/** Imports: files of transactions, accepted with 202, posted in the background, and read by reference ID. */
@RestController
@RequestMapping(path = "/v1/imports", produces = MediaType.APPLICATION_JSON_VALUE)
class ImportController {

    private static final String PATH = "/v1/imports";
    private static final String LEDGER_REFERENCE = "ledger_reference_id";
    private static final String PREFER = "Prefer";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int REFUSALS = 100;

    private final Imports imports;
    private final Batches batches;
    private final Ledgers ledgers;

    ImportController(Imports imports, Batches batches, Ledgers ledgers) {
        this.imports = imports;
        this.batches = batches;
        this.ledgers = ledgers;
    }

    /**
     * Does not use the idempotency key of the header, for the same reason as a batch; in addition, a file is too large
     * to be buffered in memory.
     */
    @NotIdempotent
    @PostMapping(consumes = "text/csv")
    ResponseEntity<?> start(
            ClientId client,
            @RequestParam(name = "idempotency_key", required = false) @Nullable String key,
            @RequestParam(name = "ledger_id", required = false) @Nullable String ledger,
            @RequestParam(name = LEDGER_REFERENCE, required = false) @Nullable String ledgerReference,
            @RequestParam(name = "reference_id", required = false) @Nullable String reference,
            @RequestParam(name = "batch_id", required = false) @Nullable String batch,
            @RequestParam(name = "callback_url", required = false) @Nullable String callback,
            @RequestHeader HttpHeaders headers,
            InputStream file)
            throws IOException, InterruptedException {
        NewImport wanted = new NewImport(
                QueryFields.required("idempotency_key", QueryFields.key(key)),
                ledger(client, ledger, ledgerReference),
                QueryFields.reference("reference_id", reference),
                QueryFields.batch("batch_id", batch),
                QueryFields.uri("callback_url", callback));
        Result<Import> result = imports.start(client, wanted, file);
        if (result instanceof Result.Granted<Import> granted) {
            return taken(client, granted, Preferences.parse(headers.getValuesAsList(PREFER)));
        }
        return Answers.of(202, result, each -> each, each -> Optional.empty());
    }

    private LedgerId ledger(ClientId client, @Nullable String id, @Nullable String reference) {
        Optional<LedgerId> byId = QueryFields.ledger("ledger_id", id);
        Optional<ReferenceId> name = QueryFields.reference(LEDGER_REFERENCE, reference);
        QueryFields.atMostOne("ledger_id", byId, LEDGER_REFERENCE, name);
        if (name.isEmpty()) {
            return QueryFields.required("ledger_id", byId);
        }
        return ledgers.ledgerNamed(client, name.get())
                .orElseThrow(() -> new NotFoundException("ledger", LEDGER_REFERENCE));
    }

    private ResponseEntity<?> taken(ClientId client, Result.Granted<Import> granted, Preferences preferences)
            throws InterruptedException {
        ReferenceId reference = granted.value().file().reference();
        Optional<Duration> wait = preferences.preferredWait();
        Import now = wait.isPresent() ? waited(client, reference, wait.get()) : granted.value();
        int status = wait.isPresent() && now.work().hasEnded() ? 200 : 202;
        HeaderNames names = HeaderNames.DEFAULT;
        ResponseEntity.BodyBuilder answer = ResponseEntity.status(status)
                .location(location(reference))
                .header(names.replayed(), Boolean.toString(granted.duplicate()));
        if (granted.duplicate()) {
            answer.header(names.firstReceived(), now.work().createdAt().toString());
        }
        preferences.applied().ifPresent(applied -> answer.header("Preference-Applied", applied));
        return answer.body(view(client, now));
    }

    @GetMapping("/{reference_id}")
    ResponseEntity<?> find(
            ClientId client, @PathVariable("reference_id") String reference, @RequestHeader HttpHeaders headers)
            throws InterruptedException {
        return found(client, reference, headers);
    }

    /** The list, or one import: by query parameter, for a name with characters that a path cannot contain. */
    @GetMapping
    ResponseEntity<?> findOrList(
            ClientId client,
            @RequestParam(name = "reference_id", required = false) @Nullable String reference,
            @RequestParam @Nullable String after,
            @RequestParam @Nullable String limit,
            @RequestHeader HttpHeaders headers)
            throws InterruptedException {
        return reference == null ? ResponseEntity.ok(page(client, after, limit)) : found(client, reference, headers);
    }

    private ResponseEntity<?> found(ClientId client, String text, HttpHeaders headers) throws InterruptedException {
        ReferenceId reference = QueryFields.reference("reference_id", text).orElseThrow();
        Optional<Import> found = imports.find(client, reference);
        if (found.isEmpty()) {
            return ProblemResponse.of(Problems.notFound("import", "reference_id"));
        }
        Preferences preferences = Preferences.parse(headers.getValuesAsList(PREFER));
        Optional<Duration> wait = preferences.preferredWait();
        Import now = wait.isPresent() ? waited(client, reference, wait.get()) : found.get();
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        preferences.applied().ifPresent(applied -> answer.header("Preference-Applied", applied));
        return answer.body(view(client, now));
    }

    private Import waited(ClientId client, ReferenceId reference, Duration wait) throws InterruptedException {
        Duration time = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
        return imports.await(client, reference, time).orElseThrow();
    }

    private Page<ImportView> page(ClientId client, @Nullable String after, @Nullable String limit) {
        int size = Paging.limit(limit);
        Optional<ReferenceId> last = Paging.after(
                after,
                text -> QueryFields.reference("after", text)
                        .filter(reference -> imports.find(client, reference).isPresent()));
        List<Import> found = imports.list(client, last, size + 1);
        return Paging.page(
                found,
                size,
                each -> ImportView.of(each, null),
                each -> each.file().reference().value());
    }

    private ImportView view(ClientId client, Import shown) {
        if (shown.work().result().isEmpty()) {
            return ImportView.of(shown, null);
        }
        Optional<BatchEntry.Outcome> refused = Optional.of(BatchEntry.Outcome.REFUSED);
        return ImportView.of(shown, batches.members(client, shown.file().batch(), refused, 0, REFUSALS));
    }

    /** By path, or by query parameter where a path cannot contain the name. */
    private static URI location(ReferenceId reference) {
        String name = reference.value();
        boolean plain = name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ';' || c == '%')
                && !name.equals(".")
                && !name.equals("..");
        UriComponentsBuilder place = plain
                ? UriComponentsBuilder.fromPath(PATH).pathSegment("{name}")
                : UriComponentsBuilder.fromPath(PATH).queryParam("reference_id", "{name}");
        return place.encode().buildAndExpand(name).toUri();
    }

    @ExceptionHandler
    ResponseEntity<Object> tooMany(TooManyUploadsException busy) {
        Problem problem = Problems.tooManyUploads(String.valueOf(busy.getMessage()));
        return ProblemResponse.later(problem, 1)
                .header(HeaderNames.DEFAULT.replayed(), "false")
                .body(problem.toJson());
    }
}
