/** The dashboard, the rules and the runbook of the documents, compared with what a service reports. */
@NullMarked
package io.counterfoil.monitoring;

import org.jspecify.annotations.NullMarked;
