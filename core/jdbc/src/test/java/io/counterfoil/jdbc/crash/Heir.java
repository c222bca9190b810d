package io.counterfoil.jdbc.crash;

import java.sql.SQLException;

/** One who takes up what another has left. */
interface Heir {

    /** Carries an intention out: the name of the outcome, and the answer, where there is one. */
    String execute(String intention, Setting setting) throws SQLException, InterruptedException;

    /** Says that it happened, with this answer; false where nothing was unknown. */
    boolean happened(String intention, String answer) throws SQLException, InterruptedException;

    /** Says that it did not happen; false where nothing was unknown. */
    boolean didNotHappen(String intention) throws SQLException, InterruptedException;
}
