@NullMarked
package io.counterfoil.springconsole.audit;

import org.jspecify.annotations.NullMarked;
