/** Programs in processes of their own, which tests kill. */
@NullMarked
package io.counterfoil.testkit.process;

import org.jspecify.annotations.NullMarked;
