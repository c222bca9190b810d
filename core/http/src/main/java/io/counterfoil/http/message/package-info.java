/** Requests, responses, problems and header fields, as any server or client has them. */
@NullMarked
package io.counterfoil.http.message;

import org.jspecify.annotations.NullMarked;
