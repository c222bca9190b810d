package io.counterfoil.signals.caller;

import io.counterfoil.signals.envelope.Signal;
import java.time.Instant;

/** A command that a process which is gone has left. */
record LeftCommand(Signal first, String prefix, Instant openedAt) {}
