/** The contract of replicated stores: load, fail-overs under it, and an audit. */
@NullMarked
package io.counterfoil.testkit.failover;

import org.jspecify.annotations.NullMarked;
