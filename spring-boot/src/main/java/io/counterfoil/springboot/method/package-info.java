/** Methods of any bean that are carried out once per key: {@link io.counterfoil.springboot.Idempotent} outside of controllers. */
@NullMarked
package io.counterfoil.springboot.method;

import org.jspecify.annotations.NullMarked;
