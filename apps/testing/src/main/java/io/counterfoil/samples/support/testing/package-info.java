/** Tests of a program from outside: its processes, its page, its published document. */
@NullMarked
package io.counterfoil.samples.support.testing;

import org.jspecify.annotations.NullMarked;
