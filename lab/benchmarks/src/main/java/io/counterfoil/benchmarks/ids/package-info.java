/** Generating, formatting and parsing IDs, compared with peers: JMH benchmarks and the driver that computes ratios. */
@NullMarked
package io.counterfoil.benchmarks.ids;

import org.jspecify.annotations.NullMarked;
