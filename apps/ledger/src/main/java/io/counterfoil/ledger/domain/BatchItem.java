package io.counterfoil.ledger.domain;

/** One item of a batch request, with its position. */
public sealed interface BatchItem {

    /** The position: the item's number in the request, or its line in the file. Positions increase. */
    long position();

    /** A valid item. */
    record Wish(long position, NewTransaction wanted) implements BatchItem {}

    /** An invalid item: a field is missing or beyond its limit. */
    record Unreadable(long position, String field, String reason) implements BatchItem {

        /** An invalid item, with the reason. */
        public static Unreadable because(long position, InvalidFieldException invalid) {
            return new Unreadable(position, invalid.field(), invalid.reason());
        }
    }
}
