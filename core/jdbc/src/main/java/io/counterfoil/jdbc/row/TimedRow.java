package io.counterfoil.jdbc.row;

/**
 * A row, and when it was read.
 *
 * @param row the row
 * @param now the store's time when the row was read, in microseconds since 1970
 */
public record TimedRow(RecordRow row, long now) {

    /** {@return the state of the request when the row was read} */
    public RowState state() {
        return row.state(now);
    }
}
