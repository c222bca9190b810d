/** The REST API of the ledger: parses requests, calls the domain, writes responses. */
@NullMarked
package io.counterfoil.ledger.api;

import org.jspecify.annotations.NullMarked;
