package io.counterfoil.bank;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.query.Param;

/** Nothing in it knows of columns. */
interface Accounts extends ListCrudRepository<Account, AccountId> {

    List<Account> findByParent(AccountId parent);

    List<Account> findByIdInOrderById(Collection<AccountId> ids);

    @Query("SELECT * FROM account WHERE parent = :parent AND name = :name")
    Optional<Account> child(@Param("parent") AccountId parent, @Param("name") String name);

    @Query("SELECT id FROM account WHERE name = :name")
    List<AccountId> idsOf(@Param("name") String name);
}
