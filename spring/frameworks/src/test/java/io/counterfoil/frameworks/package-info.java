/** Spring Batch, Session, Integration and Modulith below keyed handlers. */
@NullMarked
package io.counterfoil.frameworks;

import org.jspecify.annotations.NullMarked;
