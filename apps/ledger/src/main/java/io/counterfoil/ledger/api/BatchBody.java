package io.counterfoil.ledger.api;

import io.counterfoil.entities.BatchId;
import io.counterfoil.ledger.domain.BatchItem;
import io.counterfoil.ledger.domain.Fingerprint;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.NewBatch;
import io.counterfoil.ledger.domain.NewBatch.Mode;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.TransactionId;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parses a batch request as a stream: each item is converted as it arrives and its JSON is discarded, so that memory
 * never contains the whole body or its tree. The members of the object may be in any order.
 */
final class BatchBody {

    private static final String KEY = "idempotency_key";
    private static final String BATCH = "batch_id";
    private static final String MODE = "mode";
    private static final String ITEMS = "transactions";

    private final Fingerprint fingerprint = new Fingerprint();
    private final ObjectNode head = JsonNodeFactory.instance.objectNode();
    private final List<BatchItem> items = new ArrayList<>();

    private BatchBody() {}

    /**
     * The batch.
     *
     * @throws InvalidFieldException when the body is not a batch; an invalid item does not cause it, but becomes
     *     {@link BatchItem.Unreadable}
     * @throws IOException when the body did not arrive completely
     */
    static NewBatch read(InputStream body) throws IOException {
        BatchBody reading = new BatchBody();
        try (JsonParser parser = Json.parser(body)) {
            reading.object(parser);
        } catch (JacksonException malformed) {
            throw Json.unreadable(malformed);
        } catch (NumberFormatException beyond) {
            throw Json.beyond("body");
        }
        return reading.batch();
    }

    private void object(JsonParser parser) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new InvalidFieldException("body", "must be a JSON object");
        }
        boolean there = false;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals(ITEMS)) {
                there = true;
                items(parser);
            } else {
                head.set(name, parser.readValueAsTree());
            }
        }
        if (parser.nextToken() != null) {
            throw new InvalidFieldException("body", "must be exactly one JSON object, without content after it");
        }
        if (!there) {
            throw new InvalidFieldException(ITEMS, "is required");
        }
    }

    private void items(JsonParser parser) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw new InvalidFieldException(ITEMS, "must be an array");
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (items.size() == NewBatch.MAX_ITEMS) {
                throw new InvalidFieldException(ITEMS, "must have at most " + NewBatch.MAX_ITEMS + " items");
            }
            items.add(item(items.size() + 1, parser.readValueAsTree()));
        }
    }

    private BatchItem item(long position, JsonNode node) {
        fingerprint.add(Json.canonical(node));
        try {
            if (!node.isObject()) {
                throw new InvalidFieldException("item", "must be an object");
            }
            return new BatchItem.Wish(position, wish(new JsonBody(node)));
        } catch (InvalidFieldException invalid) {
            return BatchItem.Unreadable.because(position, invalid);
        }
    }

    /** Like a single transaction, except that its key is optional: the batch's key deduplicates it. */
    private static NewTransaction wish(JsonBody body) {
        body.only(
                Stream.concat(Stream.of(KEY), Stream.of(TransactionBody.FIELDS)).toArray(String[]::new));
        Once<TransactionId> once = body.has(KEY) ? new Once.ByKey<>(body.key()) : new Once.Together<>();
        return TransactionBody.wanted(once, body);
    }

    private NewBatch batch() {
        JsonBody fields = new JsonBody(head).only(KEY, BATCH, MODE);
        Optional<BatchId> id = fields.text(BATCH).flatMap(text -> QueryFields.batch(BATCH, text));
        Mode mode = mode(fields.requiredText(MODE));
        fingerprint.add(mode.name());
        fingerprint.add(id.map(BatchId::value).orElse(""));
        return new NewBatch(fields.key(), id, mode, items, fingerprint.text());
    }

    private static Mode mode(String text) {
        return switch (text) {
            case "all_or_nothing" -> Mode.ALL_OR_NOTHING;
            case "per_item" -> Mode.PER_ITEM;
            default -> throw new InvalidFieldException(MODE, "must be all_or_nothing or per_item");
        };
    }
}
