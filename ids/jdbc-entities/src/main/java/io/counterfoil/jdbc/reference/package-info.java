/** The directory of references: which entity a client's name is bound to. */
@NullMarked
package io.counterfoil.jdbc.reference;

import org.jspecify.annotations.NullMarked;
