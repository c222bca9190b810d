/** Databases, transactions and threads for the contracts of tables. */
@NullMarked
package io.counterfoil.testkit.tables;

import org.jspecify.annotations.NullMarked;
