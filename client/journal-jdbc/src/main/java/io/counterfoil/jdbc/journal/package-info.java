/** What an HTTP client is about to send, kept in a relational database. Needs the http module. */
@NullMarked
package io.counterfoil.jdbc.journal;

import org.jspecify.annotations.NullMarked;
