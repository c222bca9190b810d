/** A small Spring Boot application that takes bookings without a key, by the starter, and by hand; and the load on it. */
@NullMarked
package io.counterfoil.benchmarks.http.bookings;

import org.jspecify.annotations.NullMarked;
