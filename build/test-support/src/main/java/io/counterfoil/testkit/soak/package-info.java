/** The depth of tests: short in the build, hours in the soak. */
@NullMarked
package io.counterfoil.testkit.soak;

import org.jspecify.annotations.NullMarked;
