/** What a request or an object is called: opaque, bounded values that are compared byte by byte. */
@NullMarked
package io.counterfoil.idempotency.key;

import org.jspecify.annotations.NullMarked;
