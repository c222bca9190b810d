/** Rules of the architecture that more than one module is held to. */
@NullMarked
package io.counterfoil.testkit.architecture;

import org.jspecify.annotations.NullMarked;
