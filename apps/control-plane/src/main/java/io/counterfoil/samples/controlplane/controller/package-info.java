/** A controller: a process of its own that does what signals say, each command once. */
@NullMarked
package io.counterfoil.samples.controlplane.controller;

import org.jspecify.annotations.NullMarked;
