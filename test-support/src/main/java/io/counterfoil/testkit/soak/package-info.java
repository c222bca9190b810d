/** How deep a test goes: once in the build, for hours in the soak. */
@NullMarked
package io.counterfoil.testkit.soak;

import org.jspecify.annotations.NullMarked;
