/** Architecture rules that several modules share. */
@NullMarked
package io.counterfoil.testkit.architecture;

import org.jspecify.annotations.NullMarked;
