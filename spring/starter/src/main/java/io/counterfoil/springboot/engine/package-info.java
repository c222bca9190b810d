/** The engines of an application: one for each mode and lease policy that its endpoints and methods have. */
@org.jspecify.annotations.NullMarked
package io.counterfoil.springboot.engine;
