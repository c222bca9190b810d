/** What a client keeps of its pending requests, so that they survive its process. */
@NullMarked
package io.counterfoil.retry.journal;

import org.jspecify.annotations.NullMarked;
