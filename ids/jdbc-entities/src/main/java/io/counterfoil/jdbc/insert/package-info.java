/** Inserts that can be repeated: an application-assigned id makes a row once, and finds it ever after. */
@NullMarked
package io.counterfoil.jdbc.insert;

import org.jspecify.annotations.NullMarked;
