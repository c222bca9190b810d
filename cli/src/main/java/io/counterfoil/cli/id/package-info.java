/** The command {@code id}: makes ids, and tells what an id is. All that is known of ids is in the libraries; here it is asked. */
@NullMarked
package io.counterfoil.cli.id;

import org.jspecify.annotations.NullMarked;
