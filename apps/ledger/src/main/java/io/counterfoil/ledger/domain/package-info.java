/** The domain of the ledger and its Java API, without HTTP and SQL. */
@NullMarked
package io.counterfoil.ledger.domain;

import org.jspecify.annotations.NullMarked;
