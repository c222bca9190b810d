/** Claims inside a transaction, and the record that is written with it. */
@NullMarked
package io.counterfoil.jdbc.claim;

import org.jspecify.annotations.NullMarked;
