/** A service that this machine alone reaches, and what all its answers have in common. */
@NullMarked
package io.counterfoil.samples.support.web;

import org.jspecify.annotations.NullMarked;
