/** Signed callbacks to targets that others name, guarded against server-side request forgery. */
@NullMarked
package io.counterfoil.callbacks;

import org.jspecify.annotations.NullMarked;
