/** What operators do with records: removing expired ones, and settling unknown outcomes. */
@NullMarked
package io.counterfoil.idempotency.maintenance;

import org.jspecify.annotations.NullMarked;
