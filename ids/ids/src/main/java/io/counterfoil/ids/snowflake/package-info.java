/** Snowflake ids, and the machine ids that keep their generators apart. */
@NullMarked
package io.counterfoil.ids.snowflake;

import org.jspecify.annotations.NullMarked;
