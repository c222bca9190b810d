/** The semantics of keyed HTTP requests on a neutral exchange: what is read, what is stored, what the response is. */
@NullMarked
package io.counterfoil.http;

import org.jspecify.annotations.NullMarked;
