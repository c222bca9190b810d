package io.counterfoil.ledger.imports;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.DataKeys;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.DataKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.Batches;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.Result;
import io.counterfoil.operations.NewOperation;
import io.counterfoil.operations.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of transactions that are posted in the background.
 *
 * <p>A file is spooled while it arrives, and then stored with its key, its names and its operation in one database
 * transaction. After that commit its rows are posted even if this process fails: see {@link ImportWork}. Some time after the end of an import its
 * file and its operation are removed, in one transaction. Thread-safe.
 */
public final class Imports {

    private static final Logger log = LoggerFactory.getLogger(Imports.class);

    private final ImportStore store;
    private final ImportQueue queue;
    private final CallbackSettings callbacks;
    private final Batches batches;
    private final Ledgers ledgers;
    private final DataKeys keys;
    private final CsvUpload upload;
    private final Uploads uploads = new Uploads();

    Imports(
            ImportStore store,
            ImportQueue queue,
            CallbackSettings callbacks,
            Batches batches,
            Ledgers ledgers,
            DataKeys keys,
            CsvUpload upload) {
        this.store = store;
        this.queue = queue;
        this.callbacks = callbacks;
        this.batches = batches;
        this.ledgers = ledgers;
        this.keys = keys;
        this.upload = upload;
    }

    /**
     * Accepts a file, once; for the same file under the same key, returns the existing import.
     *
     * @param body the file; read to its end even for a known key, to compare its contents
     * @throws InvalidFieldException when a field or the file is invalid; nothing was stored
     * @throws TooManyUploadsException when the limit of concurrent uploads, of this client or in total, is reached;
     *     nothing was read
     * @throws io.counterfoil.http.request.BodyTooSlowException when the file arrives too slowly; nothing was
     *     stored
     * @throws IOException when the file did not arrive completely; nothing was stored
     */
    public Result<Import> start(ClientId client, NewImport wanted, InputStream body) throws IOException {
        wanted.callback().flatMap(callbacks::refusalOf).ifPresent(reason -> {
            throw new InvalidFieldException("callback_url", reason);
        });
        if (store.byKey(client, wanted.key()).isEmpty()
                && ledgers.ledger(wanted.ledger()).isEmpty()) {
            return new Result.Refused<>(new Refusal.NotFound("ledger"));
        }
        uploads.begin(client);
        try (SpooledFile rows = upload.read(body)) {
            return keys.createOnce(
                            new DataKey("import", client.value(), wanted.key()),
                            () -> store.byKey(client, wanted.key()).map(found -> again(client, found, wanted, rows)),
                            () -> startNew(client, wanted, rows))
                    .value();
        } finally {
            uploads.end(client);
        }
    }

    private Result<Import> again(ClientId client, ImportFile found, NewImport wanted, SpooledFile rows) {
        Optional<String> difference = difference(found, wanted, rows);
        if (difference.isPresent()) {
            return new Result.Refused<>(new Refusal.KeyReused(difference.get()));
        }
        log.info("Duplicate recognised by its data key [import={}]", found.reference());
        return new Result.Granted<>(new Import(found, workOf(client, found)), true);
    }

    private static Optional<String> difference(ImportFile found, NewImport wanted, SpooledFile rows) {
        Map<String, Boolean> same = Map.of(
                "ledger_id", found.ledger().equals(wanted.ledger()),
                "reference_id",
                        wanted.reference().map(found.reference()::equals).orElse(true),
                "batch_id", wanted.batch().map(found.batch()::equals).orElse(true),
                "callback_url", found.callback().equals(wanted.callback()),
                "body", found.fingerprint().equals(fingerprint(rows)));
        return same.entrySet().stream()
                .filter(field -> !field.getValue())
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }

    private static String fingerprint(SpooledFile rows) {
        return HexFormat.of().formatHex(rows.digest());
    }

    private Result<Import> startNew(ClientId client, NewImport wanted, SpooledFile rows) throws IOException {
        if (ledgers.ledger(wanted.ledger()).isEmpty()) {
            return new Result.Refused<>(new Refusal.NotFound("ledger"));
        }
        ReferenceId reference = wanted.reference().orElseGet(ReferenceId::next);
        // Of two concurrent requests for one name, one is retried and then finds the name taken.
        return keys.<Result<Import>, IOException>createOnce(
                        new DataKey("import-reference", client.value(), new RequestId(reference.value())),
                        () -> queue.find(client, reference)
                                .<Result<Import>>map(taken -> new Result.Refused<>(new Refusal.ReferenceTaken())),
                        () -> startAs(reference, client, wanted, rows))
                .value();
    }

    private Result<Import> startAs(ReferenceId reference, ClientId client, NewImport wanted, SpooledFile rows)
            throws IOException {
        BatchId batch = wanted.batch().orElseGet(() -> new BatchId(reference.value()));
        if (!batches.open(client, batch, wanted.ledger())) {
            return new Result.Refused<>(new Refusal.BatchIdTaken());
        }
        ImportFile file = new ImportFile(
                reference, batch, wanted.ledger(), rows.columns(), fingerprint(rows), rows.rows(), wanted.callback());
        store.keep(client, wanted.key(), file, rows);
        Operation work = queue.submit(new NewOperation(
                Namespace.ofClient(client.value()),
                ImportQueue.KIND,
                reference,
                client.value(),
                OptionalLong.of(rows.rows()),
                wanted.callback()));
        log.info("Import accepted [import={}] [ledger={}] [rows={}]", reference, wanted.ledger(), rows.rows());
        return new Result.Granted<>(new Import(file, work), false);
    }

    /** The client's import with this reference ID. */
    public Optional<Import> find(ClientId client, ReferenceId reference) {
        return queue.find(client, reference)
                .flatMap(work -> store.byReference(client, reference).map(file -> new Import(file, work)));
    }

    /** Waits until the import has ended or the time is over, and returns its state. */
    public Optional<Import> await(ClientId client, ReferenceId reference, Duration time) throws InterruptedException {
        Optional<Operation> work = queue.await(client, reference, time);
        return store.byReference(client, reference).flatMap(file -> work.map(each -> new Import(file, each)));
    }

    /** The client's imports, the newest first, older than {@code after}; at most {@code limit}. */
    public List<Import> list(ClientId client, Optional<ReferenceId> after, int limit) {
        List<Operation> works = queue.list(client, after, limit);
        Map<ReferenceId, ImportFile> files = store.byReferences(
                client, works.stream().map(Operation::reference).toList());
        return works.stream()
                .filter(work -> files.containsKey(work.reference()))
                .map(work -> new Import(Objects.requireNonNull(files.get(work.reference())), work))
                .toList();
    }

    private Operation workOf(ClientId client, ImportFile file) {
        return queue.find(client, file.reference())
                .orElseThrow(() -> new IllegalStateException("import file without an operation: " + file.reference()));
    }
}
