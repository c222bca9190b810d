package io.counterfoil.jdbc.dialect;

/**
 * A record that was inserted with its claim.
 *
 * @param token the fencing token of the claim
 * @param begun as in {@link ClaimLookup}
 */
public record InsertedRecord(long token, long begun) {}
