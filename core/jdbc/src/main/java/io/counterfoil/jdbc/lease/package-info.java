/** Claims that are leases: how one begins, is taken over, and is written under. */
@NullMarked
package io.counterfoil.jdbc.lease;

import org.jspecify.annotations.NullMarked;
