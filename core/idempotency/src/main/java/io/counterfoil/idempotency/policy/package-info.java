/** What an application decides about deduplication: retention, limits, duplicates, leases. */
@NullMarked
package io.counterfoil.idempotency.policy;

import org.jspecify.annotations.NullMarked;
