/** The contract that every store of claims proves by a subclass. */
@NullMarked
package io.counterfoil.testkit.store;

import org.jspecify.annotations.NullMarked;
