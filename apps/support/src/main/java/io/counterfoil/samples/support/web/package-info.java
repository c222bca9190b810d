/** Web services for the local machine, and what their responses have in common. */
@NullMarked
package io.counterfoil.samples.support.web;

import org.jspecify.annotations.NullMarked;
