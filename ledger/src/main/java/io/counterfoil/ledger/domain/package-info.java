/** What a ledger is and does: the Java API of the ledger, free of HTTP and SQL. */
@NullMarked
package io.counterfoil.ledger.domain;

import org.jspecify.annotations.NullMarked;
