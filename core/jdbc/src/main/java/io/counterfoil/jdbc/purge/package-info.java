/** The removal of expired rows from the tables of features: found first, and locked by their keys then. */
@NullMarked
package io.counterfoil.jdbc.purge;

import org.jspecify.annotations.NullMarked;
