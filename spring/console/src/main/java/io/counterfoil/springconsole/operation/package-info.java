/** Long-running operations and their callbacks in the console. */
@NullMarked
package io.counterfoil.springconsole.operation;

import org.jspecify.annotations.NullMarked;
