/** The journal of what a client is about to send, in a relational database. */
@NullMarked
package io.counterfoil.jdbc.journal;

import org.jspecify.annotations.NullMarked;
