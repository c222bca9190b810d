package io.counterfoil.jdbc.locks;

import java.time.Duration;
import java.util.function.Function;

/**
 * How a database ends a session that is idle for too long, set on a session whose transaction is limited.
 *
 * @param begin makes the statement that begins a limit
 * @param end the statement that undoes it
 */
public record SessionLimit(Function<Duration, String> begin, String end) {}
