/** This version on tables and rows of released versions. */
@NullMarked
package io.counterfoil.upgrade;

import org.jspecify.annotations.NullMarked;
