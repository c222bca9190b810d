/** The retrying client: one request ID per request, one attempt ID per attempt, and a journal of pending requests. */
@NullMarked
package io.counterfoil.http.client;

import org.jspecify.annotations.NullMarked;
