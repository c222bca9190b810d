/** The contract of journals of the HTTP client. */
@NullMarked
package io.counterfoil.testkit.http.client;

import org.jspecify.annotations.NullMarked;
