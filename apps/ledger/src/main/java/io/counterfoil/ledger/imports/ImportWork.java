package io.counterfoil.ledger.imports;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.domain.BatchItem;
import io.counterfoil.ledger.domain.Batches;
import io.counterfoil.ledger.domain.MetadataText;
import io.counterfoil.ledger.domain.PostedBatch;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.RefusalText;
import io.counterfoil.operations.Operation;
import io.counterfoil.operations.OperationStep;
import io.counterfoil.operations.OperationWork;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts a file chunk by chunk. Each step processes one chunk in one transaction: it removes the chunk, posts its rows,
 * adds their outcomes to the batch, and advances the recovery point. If the process fails during or between steps, each
 * chunk is either posted completely or not at all.
 *
 * <p>Steps of two processes cannot overlap, because each step locks the row of the operation, and a removed chunk
 * cannot be read again.
 */
final class ImportWork implements OperationWork {

    private static final JsonMapper JSON = new JsonMapper();

    private final ImportStore store;
    private final Batches batches;
    private final RefusalText refusals;
    private final MetadataText metadata;

    ImportWork(ImportStore store, Batches batches, RefusalText refusals, MetadataText metadata) {
        this.store = store;
        this.batches = batches;
        this.refusals = refusals;
        this.metadata = metadata;
    }

    /** The stores join the transaction of the connection. */
    @Override
    public OperationStep advance(Connection connection, Operation operation) {
        ClientId client = ClientId.ofStored(operation.input());
        ImportFile file = store.byReference(client, operation.reference())
                .orElseThrow(() -> new IllegalStateException("import operation without a file: " + operation));
        int number = operation.recoveryPoint().isEmpty() ? 0 : Integer.parseInt(operation.recoveryPoint());
        Optional<String> chunk = store.take(client, file.reference(), number);
        if (chunk.isEmpty()) {
            return finished(client, file, operation);
        }
        RowReader reader = new RowReader(file.columns(), metadata);
        List<BatchItem> items =
                CsvChunk.rowsOf(chunk.get()).stream().map(reader::item).toList();
        Optional<PostedBatch> posted = batches.add(client, file.batch(), file.ledger(), items);
        if (posted.isEmpty()) {
            store.discard(client, file.reference());
            return new OperationStep.Failed(refusals.of(new Refusal.NotFound("ledger")));
        }
        return new OperationStep.GoOn(Integer.toString(number + 1), operation.done() + items.size());
    }

    /** The file, by which a retry of the upload is recognised; the batch and its transactions stay. */
    @Override
    public void remove(Connection connection, Operation operation) {
        store.delete(ClientId.ofStored(operation.input()), operation.reference());
    }

    private OperationStep finished(ClientId client, ImportFile file, Operation operation) {
        PostedBatch batch = batches.batch(client, file.batch()).orElseThrow();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("batch_id", batch.id().value());
        result.put("created", batch.created());
        result.put("known", batch.known());
        result.put("refused", batch.refused());
        return new OperationStep.Finished(JSON.writeValueAsString(result), operation.done());
    }
}
