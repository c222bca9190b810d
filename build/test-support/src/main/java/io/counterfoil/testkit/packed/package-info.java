/** The modules of this build as a user gets them. */
@NullMarked
package io.counterfoil.testkit.packed;

import org.jspecify.annotations.NullMarked;
