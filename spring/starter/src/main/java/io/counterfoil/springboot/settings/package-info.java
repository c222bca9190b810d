/** Settings of the application, of endpoints and of methods: what properties, annotations and beans can change. */
@NullMarked
package io.counterfoil.springboot.settings;

import org.jspecify.annotations.NullMarked;
