package io.counterfoil.http.client.retry;

import io.counterfoil.idempotency.policy.Pause;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What a send's time is measured and passed with.
 *
 * @param nanoTime measures the budget, like {@link System#nanoTime}
 * @param pause how a blocking transport waits between attempts; others use their own timer
 * @param random draws the jitter; must be thread-safe where it is shared
 */
public record RetryTiming(LongSupplier nanoTime, Pause pause, RandomGenerator random) {}
