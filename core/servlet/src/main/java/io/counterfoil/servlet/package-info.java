/** Servlet filters in front of an application: correlation first, idempotency second. */
@NullMarked
package io.counterfoil.servlet;

import org.jspecify.annotations.NullMarked;
