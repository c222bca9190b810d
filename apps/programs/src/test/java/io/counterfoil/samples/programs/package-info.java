/** The packed programs. */
@NullMarked
package io.counterfoil.samples.programs;

import org.jspecify.annotations.NullMarked;
