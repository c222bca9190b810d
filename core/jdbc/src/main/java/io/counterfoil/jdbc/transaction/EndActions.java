package io.counterfoil.jdbc.transaction;

import java.util.ArrayList;
import java.util.List;

/** What is put off to the end of a unit of work. Used by the unit's thread. */
final class EndActions {

    private static final System.Logger LOG = System.getLogger(EndActions.class.getName());

    private final List<ScopeListener.AfterEnd> actions = new ArrayList<>();

    /** How many of them were added before the part that runs. */
    private int beforePart;

    void add(ScopeListener.AfterEnd action) {
        actions.add(action);
    }

    void beginPart() {
        beforePart = actions.size();
    }

    /** Takes away what the part has added, which was rolled back. */
    List<ScopeListener.AfterEnd> undoPart() {
        List<ScopeListener.AfterEnd> added = actions.subList(beforePart, actions.size());
        List<ScopeListener.AfterEnd> undone = List.copyOf(added);
        added.clear();
        return undone;
    }

    /** It changes nothing that has happened. */
    void run(boolean committed) {
        run(actions, committed);
    }

    static void run(List<ScopeListener.AfterEnd> actions, boolean committed) {
        for (ScopeListener.AfterEnd action : actions) {
            try {
                action.run(committed);
            } catch (RuntimeException | Error failure) {
                LOG.log(System.Logger.Level.ERROR, "a callback after the end of a unit of work failed", failure);
            }
        }
    }
}
