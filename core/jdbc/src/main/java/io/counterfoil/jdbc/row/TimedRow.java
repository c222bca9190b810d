package io.counterfoil.jdbc.row;

/**
 * A row, and when it was read.
 *
 * @param now the store's time when the row was read, in microseconds since 1970
 */
public record TimedRow(RecordRow row, long now) {

    /** {@return what the row meant then} */
    public RowState state() {
        return row.state(now);
    }
}
