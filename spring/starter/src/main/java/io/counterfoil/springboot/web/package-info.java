/** What handlers and responses of a Spring MVC application get beside the treatment of keys: arguments, problems, correlation. */
@NullMarked
package io.counterfoil.springboot.web;

import org.jspecify.annotations.NullMarked;
