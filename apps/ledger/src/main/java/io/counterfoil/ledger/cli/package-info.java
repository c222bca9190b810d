/** The program, composed of its commands. */
@NullMarked
package io.counterfoil.ledger.cli;

import org.jspecify.annotations.NullMarked;
