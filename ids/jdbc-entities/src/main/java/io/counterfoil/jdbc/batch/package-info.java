/** Batches: what one request made, member by member. */
@NullMarked
package io.counterfoil.jdbc.batch;

import org.jspecify.annotations.NullMarked;
