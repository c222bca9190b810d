/** What is recorded of a response, and in what form. */
@NullMarked
package io.counterfoil.http.response;

import org.jspecify.annotations.NullMarked;
