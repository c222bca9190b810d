/**
 * The contract of HTTP adapters. A subclass of {@link HttpContract} starts the server and provides the store of
 * records. The scenarios test the rules of keyed requests over HTTP against a running server.
 */
@NullMarked
package io.counterfoil.testkit.http;

import org.jspecify.annotations.NullMarked;
