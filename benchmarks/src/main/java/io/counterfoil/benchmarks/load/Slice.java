package io.counterfoil.benchmarks.load;

/**
 * What a load did in its time.
 *
 * @param requests how many were answered
 * @param seconds from the start of the first thread to the end of the last
 * @param p50 microseconds that half of the requests took at most
 * @param p99 microseconds that 99 of a hundred took at most
 */
public record Slice(long requests, double seconds, double p50, double p99) {

    /** Requests a second, of all threads together. */
    public double rate() {
        return requests / seconds;
    }
}
