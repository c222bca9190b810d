@NullMarked
package io.counterfoil.springconsole.page;

import org.jspecify.annotations.NullMarked;
