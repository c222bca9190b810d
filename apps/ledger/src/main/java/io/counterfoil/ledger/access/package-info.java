/** API keys: storage, the commands that manage them, and authentication over HTTP. */
@NullMarked
package io.counterfoil.ledger.access;

import org.jspecify.annotations.NullMarked;
