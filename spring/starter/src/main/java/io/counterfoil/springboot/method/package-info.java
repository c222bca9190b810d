/** Methods of beans that are executed once per key: {@link io.counterfoil.springboot.OncePerKey}. */
@NullMarked
package io.counterfoil.springboot.method;

import org.jspecify.annotations.NullMarked;
