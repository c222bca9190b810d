/** The contract that every journal of the client passes. */
@NullMarked
package io.counterfoil.testkit.http.client;

import org.jspecify.annotations.NullMarked;
