/** Messages in a Spring Boot application: the inbox, the outbox, and listeners whose work takes effect once. */
@NullMarked
package io.counterfoil.springmessaging;

import org.jspecify.annotations.NullMarked;
