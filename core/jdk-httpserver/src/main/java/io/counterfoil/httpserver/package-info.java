/** Keyed requests on the JDK's own HTTP server: correlation first, idempotency second. */
@NullMarked
package io.counterfoil.httpserver;

import org.jspecify.annotations.NullMarked;
