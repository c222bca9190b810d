/** Databases, transactions and threads for the contracts of what is kept in tables. */
@NullMarked
package io.counterfoil.testkit.tables;

import org.jspecify.annotations.NullMarked;
