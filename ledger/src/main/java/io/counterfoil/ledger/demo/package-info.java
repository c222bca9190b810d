/** The demonstration: real traffic on a bad network, with a service that is killed, and a count of what became of it. */
@NullMarked
package io.counterfoil.ledger.demo;

import org.jspecify.annotations.NullMarked;
