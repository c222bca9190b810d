/** The way into the program: the command line, its PostgreSQL, and the order of starting and stopping. */
@NullMarked
package io.counterfoil.ledger.launch;

import org.jspecify.annotations.NullMarked;
