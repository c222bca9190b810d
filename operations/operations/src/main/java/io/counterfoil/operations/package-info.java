/** Long-running work that survives restarts, each step of it once. */
@NullMarked
package io.counterfoil.operations;

import org.jspecify.annotations.NullMarked;
