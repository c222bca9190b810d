/** The directory of references: which entity a client's name stands for. */
@NullMarked
package io.counterfoil.jdbc.reference;

import org.jspecify.annotations.NullMarked;
