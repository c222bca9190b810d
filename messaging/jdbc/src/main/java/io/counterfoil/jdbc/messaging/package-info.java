/** The outbox and the attempt counts of messages in a relational database. */
@NullMarked
package io.counterfoil.jdbc.messaging;

import org.jspecify.annotations.NullMarked;
