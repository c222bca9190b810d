/** What operators see of records, and do with them, over Spring Boot's actuator; and the health of what keeps them. */
@NullMarked
package io.counterfoil.springboot.actuate;

import org.jspecify.annotations.NullMarked;
