/** Ledgers in PostgreSQL. Primary keys live here and are seen nowhere else (EN-2). */
@NullMarked
package io.counterfoil.ledger.persistence;

import org.jspecify.annotations.NullMarked;
