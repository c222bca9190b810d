package io.counterfoil.transparency.shapes.jpa;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

/** The customers. */
interface Customers extends JpaRepository<Customer, Long> {

    @Modifying
    @Query("update Customer c set c.name = ?1")
    int renameAll(String name);

    @Modifying(clearAutomatically = true, flushAutomatically = true)
    @Transactional
    @Query("update Customer c set c.name = ?1")
    int renameAllInTransaction(String name);
}
