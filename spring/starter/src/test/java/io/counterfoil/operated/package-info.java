/** An application whose operators look at records and act on them, over the wire. */
@NullMarked
package io.counterfoil.operated;

import org.jspecify.annotations.NullMarked;
