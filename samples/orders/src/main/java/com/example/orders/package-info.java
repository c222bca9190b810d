/** A shop that takes orders over HTTP and ships them by a message: each once, however often request and message arrive. */
@NullMarked
package com.example.orders;

import org.jspecify.annotations.NullMarked;
