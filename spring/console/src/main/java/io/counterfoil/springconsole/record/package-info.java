/** Records in the console: lists, one with its story, stored responses, decisions on unknown outcomes. */
@NullMarked
package io.counterfoil.springconsole.record;

import org.jspecify.annotations.NullMarked;
