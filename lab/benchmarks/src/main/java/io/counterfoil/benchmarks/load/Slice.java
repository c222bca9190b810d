package io.counterfoil.benchmarks.load;

/**
 * The result of a load in its slice of time.
 *
 * @param requests the number of completed requests
 * @param seconds from the start of the first thread to the end of the last
 * @param p50 the median latency in microseconds
 * @param p99 the 99th percentile of the latency in microseconds
 */
public record Slice(long requests, double seconds, double p50, double p99) {

    /** Requests per second of all threads together. */
    public double rate() {
        return requests / seconds;
    }
}
