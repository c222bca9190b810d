/** Shared inside the module; not exported. */
@NullMarked
package io.counterfoil.jdbc.internal;

import org.jspecify.annotations.NullMarked;
