/** API keys, for a service that asks its clients who they are: kept, given out on the command line, asked for over HTTP. */
@NullMarked
package io.counterfoil.ledger.access;

import org.jspecify.annotations.NullMarked;
