/** The envelope of control messages: signals, outcomes, metrics and alerts, their JSON and their topics. */
@NullMarked
package io.counterfoil.signals.envelope;

import org.jspecify.annotations.NullMarked;
