package io.counterfoil.idempotency.directory;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A page of the entries that match a query, in the order of their {@linkplain RecordPosition positions}.
 *
 * @param entries at most as many as the query's limit
 * @param next where the next page starts; empty when this is the last one
 */
public record RecordPage(List<RecordEntry> entries, Optional<RecordPosition> next) {

    /**
     * Copies the list.
     *
     * @param entries in order; copied
     * @param next empty when this is the last page
     */
    public RecordPage {
        entries = List.copyOf(entries);
    }

    /**
     * {@return the page of entries that were looked for with one more than the limit, so that it shows whether there are more}
     *
     * @param found those from the beginning of the page on, in order
     * @param limit the number of entries of a page, at least 1
     */
    public static RecordPage of(List<RecordEntry> found, int limit) {
        if (found.size() <= limit) {
            return new RecordPage(found, Optional.empty());
        }
        List<RecordEntry> page = found.subList(0, limit);
        return new RecordPage(page, Optional.of(page.get(limit - 1).position()));
    }

    /**
     * {@return the page of a query among all entries of a store}
     *
     * @param query which entries, from which position on, and how many
     * @param all the entries, in any order
     */
    public static RecordPage of(RecordQuery query, Stream<RecordEntry> all) {
        List<RecordEntry> found = all.filter(query::fits)
                .sorted(Comparator.comparing(RecordEntry::position))
                .limit(query.limit() + 1L)
                .toList();
        return of(found, query.limit());
    }
}
