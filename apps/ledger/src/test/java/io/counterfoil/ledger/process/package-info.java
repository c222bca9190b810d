/** The program in processes of its own, as tests start it. */
@NullMarked
package io.counterfoil.ledger.process;

import org.jspecify.annotations.NullMarked;
