/** Logging of the JVM in tests that start several applications in it. */
@NullMarked
package io.counterfoil.testkit.logging;

import org.jspecify.annotations.NullMarked;
