/** Objects whose calls a test sees, changes or refuses. */
@NullMarked
package io.counterfoil.testkit.proxy;

import org.jspecify.annotations.NullMarked;
