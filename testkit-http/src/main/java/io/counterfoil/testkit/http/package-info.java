/**
 * The contract that every HTTP adapter passes: a subclass of {@link HttpContract} says how its server is started, and where its
 * records live. The rules are those of keyed requests on the wire; the scenarios speak HTTP to a running server and know nothing of
 * its inside.
 */
@NullMarked
package io.counterfoil.testkit.http;

import org.jspecify.annotations.NullMarked;
