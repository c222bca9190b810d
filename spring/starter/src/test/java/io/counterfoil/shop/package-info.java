/** Applications that say how their endpoints and methods are treated, as users would write them. */
@NullMarked
package io.counterfoil.shop;

import org.jspecify.annotations.NullMarked;
