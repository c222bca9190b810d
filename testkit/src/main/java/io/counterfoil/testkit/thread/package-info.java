/** Threads that a test starts and waits for. */
@NullMarked
package io.counterfoil.testkit.thread;

import org.jspecify.annotations.NullMarked;
