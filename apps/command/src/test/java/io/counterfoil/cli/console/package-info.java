@NullMarked
package io.counterfoil.cli.console;

import org.jspecify.annotations.NullMarked;
