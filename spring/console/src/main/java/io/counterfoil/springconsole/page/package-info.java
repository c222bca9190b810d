/** The page of the console, what stands before it, and its beans. */
@NullMarked
package io.counterfoil.springconsole.page;

import org.jspecify.annotations.NullMarked;
