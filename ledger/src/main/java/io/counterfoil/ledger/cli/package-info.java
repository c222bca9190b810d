/** The program: puts the commands together. */
@NullMarked
package io.counterfoil.ledger.cli;

import org.jspecify.annotations.NullMarked;
