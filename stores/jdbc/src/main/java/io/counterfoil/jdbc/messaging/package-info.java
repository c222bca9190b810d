/** The outbox and the tries of messages in a relational database. */
@NullMarked
package io.counterfoil.jdbc.messaging;

import org.jspecify.annotations.NullMarked;
