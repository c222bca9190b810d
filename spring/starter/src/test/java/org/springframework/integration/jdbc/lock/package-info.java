/** What stands for a part of Spring Integration in tests. */
@NullMarked
package org.springframework.integration.jdbc.lock;

import org.jspecify.annotations.NullMarked;
