/** Control signals: what their sender and their receiver share. */
@NullMarked
package io.counterfoil.signals;

import org.jspecify.annotations.NullMarked;
