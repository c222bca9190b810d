/**
 * A shop that receives orders over HTTP and ships them after a message, each once, also if the request or the message
 * is repeated.
 */
@NullMarked
package com.example.orders;

import org.jspecify.annotations.NullMarked;
