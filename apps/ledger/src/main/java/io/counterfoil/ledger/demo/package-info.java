/** The demonstration: transfers over an unreliable network to a service that is killed, and an audit of the result. */
@NullMarked
package io.counterfoil.ledger.demo;

import org.jspecify.annotations.NullMarked;
