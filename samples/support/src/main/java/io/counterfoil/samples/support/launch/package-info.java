/** A program from its command line to its end: options, failures in one line, starting and stopping in order. */
@NullMarked
package io.counterfoil.samples.support.launch;

import org.jspecify.annotations.NullMarked;
