/** Threads of a test. */
@NullMarked
package io.counterfoil.testkit.thread;

import org.jspecify.annotations.NullMarked;
