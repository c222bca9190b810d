package io.counterfoil.ledger.imports;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.ledger.domain.BatchItem;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.MetadataText;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.Quantity;
import io.counterfoil.ledger.domain.Text;
import io.counterfoil.ledger.domain.TransactionDetails;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Converts a row to a request for a transaction. An empty cell is treated as absent. */
final class RowReader {

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");

    private final CsvColumns columns;
    private final MetadataText metadata;

    /** @param metadata parses metadata; throws {@link InvalidFieldException} */
    RowReader(CsvColumns columns, MetadataText metadata) {
        this.columns = columns;
        this.metadata = metadata;
    }

    BatchItem item(CsvRow row) {
        try {
            int expected = columns.names().size();
            if (row.cells().size() != expected) {
                throw new InvalidFieldException(
                        "row",
                        "must have " + expected + " fields, has " + row.cells().size());
            }
            return new BatchItem.Wish(row.line(), wish(row.cells()));
        } catch (InvalidFieldException invalid) {
            return BatchItem.Unreadable.because(row.line(), invalid);
        }
    }

    private NewTransaction wish(List<String> cells) {
        TransactionDetails details = new TransactionDetails(
                cell(cells, CsvColumns.REFERENCE, ReferenceId::new),
                cell(cells, CsvColumns.USER, text -> integer(CsvColumns.USER, text)),
                cell(cells, CsvColumns.CONTENT, Function.identity()),
                cell(cells, CsvColumns.POLICY, text -> Text.uuid(CsvColumns.POLICY, text)),
                cell(cells, CsvColumns.METADATA, metadata::read));
        long quantity = cell(cells, CsvColumns.QUANTITY, text -> integer(CsvColumns.QUANTITY, text))
                .orElseThrow(() -> new InvalidFieldException(CsvColumns.QUANTITY, "is required"));
        boolean pending = cell(cells, CsvColumns.PENDING, RowReader::flag).orElse(false);
        Optional<RequestId> key = cell(cells, CsvColumns.KEY, RequestId::new);
        return new NewTransaction(
                key.<Once<TransactionId>>map(Once.ByKey::new).orElseGet(Once.Together::new),
                new Quantity(quantity),
                pending,
                details);
    }

    private <T> Optional<T> cell(List<String> cells, String column, Function<String, T> read) {
        int at = columns.names().indexOf(column);
        if (at < 0 || cells.get(at).isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(read.apply(cells.get(at)));
        } catch (InvalidFieldException invalid) {
            throw invalid;
        } catch (IllegalArgumentException invalid) {
            throw new InvalidFieldException(column, String.valueOf(invalid.getMessage()));
        }
    }

    private static long integer(String field, String text) {
        if (!INTEGER.matcher(text).matches()) {
            throw new InvalidFieldException(field, "must be an integer");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException tooLarge) {
            throw new InvalidFieldException(field, "must be within -" + Quantity.LIMIT + " and " + Quantity.LIMIT);
        }
    }

    private static boolean flag(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidFieldException(CsvColumns.PENDING, "must be true or false");
        };
    }
}
