/** Real databases for tests. */
@NullMarked
package io.counterfoil.testkit.database;

import org.jspecify.annotations.NullMarked;
