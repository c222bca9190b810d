/** Services of the module; not exported. */
@NullMarked
package io.counterfoil.hibernate.internal;

import org.jspecify.annotations.NullMarked;
