@NullMarked
package io.counterfoil.operatedshop;

import org.jspecify.annotations.NullMarked;
