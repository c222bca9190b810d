/** The retrying client: one request ID per intention, one attempt ID per try. */
@NullMarked
package io.counterfoil.http.client;

import org.jspecify.annotations.NullMarked;
