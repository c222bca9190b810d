/** Traces of OpenTelemetry beside correlation IDs: in tests, and for a judge from outside. */
@NullMarked
package io.counterfoil.ledger.trace;

import org.jspecify.annotations.NullMarked;
