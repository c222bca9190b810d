package io.counterfoil.bank;

import java.util.List;
import org.springframework.data.repository.ListCrudRepository;

/** Nothing in it knows of columns. */
interface Events extends ListCrudRepository<Event, EventId> {

    List<Event> findByPage(PageId page);
}
