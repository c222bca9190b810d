/** Ledgers in PostgreSQL. Primary keys live here and are seen nowhere else. */
@NullMarked
package io.counterfoil.ledger.persistence;

import org.jspecify.annotations.NullMarked;
