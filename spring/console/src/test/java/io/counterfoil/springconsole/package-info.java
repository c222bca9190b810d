@NullMarked
package io.counterfoil.springconsole;

import org.jspecify.annotations.NullMarked;
