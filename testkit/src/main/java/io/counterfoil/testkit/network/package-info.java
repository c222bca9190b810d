/** A network that loses requests and responses on demand. */
@NullMarked
package io.counterfoil.testkit.network;

import org.jspecify.annotations.NullMarked;
