/** Real message brokers for tests. */
@NullMarked
package io.counterfoil.testkit.broker;

import org.jspecify.annotations.NullMarked;
