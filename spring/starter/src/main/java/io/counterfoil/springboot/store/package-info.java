/** The store of records on the application's data source, in the transactions of Spring. */
@NullMarked
package io.counterfoil.springboot.store;

import org.jspecify.annotations.NullMarked;
