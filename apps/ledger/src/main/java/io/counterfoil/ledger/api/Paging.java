package io.counterfoil.ledger.api;

import io.counterfoil.ledger.api.Views.Page;
import io.counterfoil.ledger.domain.InvalidFieldException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Paging of lists: at most {@code limit} items following the item {@code after}. */
final class Paging {

    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 1000;

    private Paging() {}

    static int limit(@Nullable String text) {
        if (text == null) {
            return DEFAULT_LIMIT;
        }
        if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > MAX_LIMIT) {
            throw new InvalidFieldException("limit", "must be an integer from 1 to " + MAX_LIMIT);
        }
        return Integer.parseInt(text);
    }

    /** The position after which the page begins. */
    static long position(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw new InvalidFieldException("after", "must be a position: a number of at most 18 digits");
        }
        return Long.parseLong(text);
    }

    /**
     * The item after which the page begins. An unknown item is rejected, because an empty page would look like the end
     * of the list.
     */
    static <T> Optional<T> after(@Nullable String text, Function<String, Optional<T>> item) {
        Optional<T> place = Optional.ofNullable(text).flatMap(item);
        if (text != null && place.isEmpty()) {
            throw new InvalidFieldException("after", "must be the ID of an item of this list");
        }
        return place;
    }

    /**
     * A page of the items found. The query fetches one item more than the page has, which shows whether another page
     * follows.
     */
    static <T, V> Page<V> page(List<T> found, int limit, Function<T, V> view, Function<T, String> id) {
        List<T> items = found.subList(0, Math.min(limit, found.size()));
        String next = found.size() > limit ? id.apply(items.get(items.size() - 1)) : null;
        return new Page<>(items.stream().map(view).toList(), next);
    }
}
