/** Records as operators see them, in JSON, over the actuator and the console alike: lists, parameters, tokens of keys, the log of actions. */
@NullMarked
package io.counterfoil.springboot.records;

import org.jspecify.annotations.NullMarked;
