package io.counterfoil.transparency.shapes.jpa;

import org.springframework.data.jpa.repository.JpaRepository;

/** The purchases. */
interface Purchases extends JpaRepository<Purchase, Long> {}
