/** A faulty network and a scripted server. */
@NullMarked
package io.counterfoil.testkit.network;

import org.jspecify.annotations.NullMarked;
