/** Creation and command idempotency: the command IDs an entity remembers. */
@NullMarked
package io.counterfoil.entities;

import org.jspecify.annotations.NullMarked;
