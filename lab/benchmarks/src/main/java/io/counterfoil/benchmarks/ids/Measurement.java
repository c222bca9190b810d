package io.counterfoil.benchmarks.ids;

/**
 * One benchmark in one new JVM.
 *
 * @param java the version of the JDK, such as {@code 17.0.15}
 * @param nanos the time of one operation on one thread
 * @param bytes the bytes that one operation allocates
 */
record Measurement(String benchmark, String java, int threads, int round, double nanos, double bytes) {}
