/** An application with typed ids, as a user would write it, and what it does over the wire. */
@NullMarked
package io.counterfoil.bank;

import org.jspecify.annotations.NullMarked;
