package io.counterfoil.ledger.domain;

/** One of many wishes in one request, at its place among them. */
public sealed interface BatchItem {

    /** Where it stands: its number in the request, or its line in the file; they grow. */
    long position();

    /** A wish that can be looked at. */
    record Wish(long position, NewTransaction wanted) implements BatchItem {}

    /** What cannot be a wish at all: a field of it is missing, or beyond its limit. */
    record Unreadable(long position, String field, String reason) implements BatchItem {

        /** Unreadable for this reason. */
        public static Unreadable because(long position, InvalidFieldException invalid) {
            return new Unreadable(position, invalid.field(), invalid.reason());
        }
    }
}
