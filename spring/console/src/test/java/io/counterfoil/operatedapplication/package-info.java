@NullMarked
package io.counterfoil.operatedapplication;

import org.jspecify.annotations.NullMarked;
