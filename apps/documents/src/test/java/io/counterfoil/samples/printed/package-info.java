/** The blocks of code that the documents print: each is compiled, run or parsed as it is printed. */
@NullMarked
package io.counterfoil.samples.printed;

import org.jspecify.annotations.NullMarked;
