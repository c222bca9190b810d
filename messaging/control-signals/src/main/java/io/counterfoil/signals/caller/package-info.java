/** The caller's side of control signals: send, await, retry, reconcile. Needs {@code counterfoil-http}, for the journal. */
@NullMarked
package io.counterfoil.signals.caller;

import org.jspecify.annotations.NullMarked;
