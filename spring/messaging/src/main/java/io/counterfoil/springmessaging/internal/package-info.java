/** What the packages of both brokers share; not for applications. */
@NullMarked
package io.counterfoil.springmessaging.internal;

import org.jspecify.annotations.NullMarked;
