/** Tests of the demonstration, and of the service by its means: it is killed, and nothing is lost or doubled. */
@NullMarked
package io.counterfoil.ledger.demo;

import org.jspecify.annotations.NullMarked;
