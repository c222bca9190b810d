/** Replicated databases on 127.0.0.1 for the contract of fail-overs. Unix only. */
@NullMarked
package io.counterfoil.failover;

import org.jspecify.annotations.NullMarked;
