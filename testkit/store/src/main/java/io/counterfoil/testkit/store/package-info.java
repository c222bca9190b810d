/** Contracts that every store is tested by, through subclasses. */
@NullMarked
package io.counterfoil.testkit.store;

import org.jspecify.annotations.NullMarked;
