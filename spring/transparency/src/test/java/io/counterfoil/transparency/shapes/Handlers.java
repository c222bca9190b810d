package io.counterfoil.transparency.shapes;

import io.counterfoil.transparency.Neighbour;
import io.counterfoil.transparency.Seen;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.transaction.support.TransactionTemplate;

/** What every handler uses. */
public abstract class Handlers {

    @Autowired
    protected Db db;

    @Autowired
    protected InTransaction in;

    @Autowired
    protected TransactionTemplate template;

    @Autowired
    protected Seen seen;

    @Autowired
    protected Neighbour neighbour;
}
