/** Shared inside the module; not exported. */
@NullMarked
package io.counterfoil.ids.internal;

import org.jspecify.annotations.NullMarked;
