/** Failed messages, dead letters and the outbox in the console. */
@NullMarked
package io.counterfoil.springconsole.message;

import org.jspecify.annotations.NullMarked;
