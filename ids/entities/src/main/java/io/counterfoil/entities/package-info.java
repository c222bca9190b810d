/** Creation and command idempotency: the command IDs an entity remembers, and the names that clients know entities and batches by. */
@NullMarked
package io.counterfoil.entities;

import org.jspecify.annotations.NullMarked;
