/** JSON of requests, read with Jackson 3: the form whose bytes count, and the field that carries a key. */
@NullMarked
package io.counterfoil.springboot.json;

import org.jspecify.annotations.NullMarked;
