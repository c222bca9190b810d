/** The receiver of control signals: executes each command once, and answers each attempt with an outcome. */
@NullMarked
package io.counterfoil.signals.receiver;

import org.jspecify.annotations.NullMarked;
