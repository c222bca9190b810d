/** Requests that can be retried, the rules and the budget of their attempts, and what each attempt has brought. */
@NullMarked
package io.counterfoil.http.client.retry;

import org.jspecify.annotations.NullMarked;
