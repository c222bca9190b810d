/** The REST API in front: commands that are idempotent by swarm, type and key. */
@NullMarked
package io.counterfoil.samples.controlplane.api;

import org.jspecify.annotations.NullMarked;
