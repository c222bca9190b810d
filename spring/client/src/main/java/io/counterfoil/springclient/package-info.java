/** Retries under one request ID for Spring's RestClient and WebClient. */
@NullMarked
package io.counterfoil.springclient;

import org.jspecify.annotations.NullMarked;
