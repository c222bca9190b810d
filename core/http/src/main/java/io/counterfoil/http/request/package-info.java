/** What is read of a keyed request: its key, its client, its operation, its contents. */
@NullMarked
package io.counterfoil.http.request;

import org.jspecify.annotations.NullMarked;
