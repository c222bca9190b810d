/** What several packages of the starter share; not for applications. */
@NullMarked
package io.counterfoil.springboot.internal;

import org.jspecify.annotations.NullMarked;
