/** Who decided what, when and why: a table, its pages, and its purge. */
@NullMarked
package io.counterfoil.springconsole.audit;

import org.jspecify.annotations.NullMarked;
