/** Logging in tests that start several applications in one JVM. */
@NullMarked
package io.counterfoil.testkit.logging;

import org.jspecify.annotations.NullMarked;
