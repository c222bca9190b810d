package io.counterfoil.jdbc.lease;

/**
 * How a lease begins.
 *
 * @param now the store's time, in microseconds since 1970
 * @param token its token
 * @param micros how long it runs
 */
record LeaseBegin(long now, long token, long micros) {}
