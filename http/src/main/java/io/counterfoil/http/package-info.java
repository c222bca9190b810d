/** The semantics of keyed HTTP requests on a neutral exchange: what is read, what is remembered, what is answered. */
@NullMarked
package io.counterfoil.http;

import org.jspecify.annotations.NullMarked;
