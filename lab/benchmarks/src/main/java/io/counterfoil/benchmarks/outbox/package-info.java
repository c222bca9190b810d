/** The capacity of the outbox and its relay, beside another outbox. */
@NullMarked
package io.counterfoil.benchmarks.outbox;

import org.jspecify.annotations.NullMarked;
