/** Applications under test, running on a port and a database. */
@NullMarked
package io.counterfoil.application;

import org.jspecify.annotations.NullMarked;
