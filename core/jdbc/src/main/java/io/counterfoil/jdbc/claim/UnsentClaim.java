package io.counterfoil.jdbc.claim;

import io.counterfoil.jdbc.dialect.LookWithStatement;
import io.counterfoil.jdbc.transaction.DeferredClaim;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A claim that travels with the first statement of the work, or by itself where there is none. */
record UnsentClaim(UnitClaim claim, UnitKeys keys, LookWithStatement look) implements DeferredClaim {

    @Override
    public String sql() {
        return look.sql();
    }

    @Override
    public int bind(PreparedStatement statement) throws SQLException {
        return look.bind(statement, claim.request());
    }

    @Override
    public void read(PreparedStatement statement) throws SQLException {
        claim.sent(look.read(statement));
    }

    @Override
    public boolean isNotFree(SQLException failure) {
        return look.isNotFree(failure);
    }

    @Override
    public void send() throws SQLException {
        keys.requireClaimed(claim);
    }
}
