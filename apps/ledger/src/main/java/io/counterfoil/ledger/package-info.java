/** The ledger: ledgers, transactions and reversals, kept right under retries, crashes and concurrency. */
@NullMarked
package io.counterfoil.ledger;

import org.jspecify.annotations.NullMarked;
