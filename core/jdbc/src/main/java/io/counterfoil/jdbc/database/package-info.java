/** The databases that are supported without a provider, and the detection of the one that a connection leads to. */
@NullMarked
package io.counterfoil.jdbc.database;

import org.jspecify.annotations.NullMarked;
