package printed;

import io.counterfoil.entities.BatchId;
import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandIds;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.validation.UuidVerdict;
import io.counterfoil.jdbc.batch.Batch;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.entity.CommandIdsColumn;
import io.counterfoil.jdbc.entity.LoadOrCreate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;

/** What a reader of docs/guides/entities.md has. */
class EntitiesReader {

    DataSource dataSource;
    Connection connection;
    CartId id;
    CommandId commandId;
    BatchId batchId;
    Batch batch;
    String owner;
    String text;
    List<String> items;
    List<ReferenceId> names;
    LoadOrCreate.Row<RuntimeException> row;
    LoadOrCreate.Rest<Cart, RuntimeException> rest;

    @Prefix("cart")
    record CartId(UUID value) implements TypedId<CartId> {

        static final IdType<CartId> TYPE = IdType.of(CartId.class, CartId::new);
    }

    record Cart(CartId id, String owner, boolean ordered, CommandIds commands, int version) {

        static Cart of(ResultSet row) throws SQLException {
            return new Cart(
                    CartId.TYPE.of(Dialects.POSTGRESQL.getUuid(row, "id")),
                    row.getString("owner"),
                    row.getBoolean("ordered"),
                    CommandIdsColumn.TEXT.get(row, "commands"),
                    row.getInt("version"));
        }

        Cart order() throws AlreadyOrderedException {
            return this;
        }

        Cart withCommands(CommandIds all) {
            return this;
        }
    }

    static class AlreadyOrderedException extends Exception {}

    static class NameTakenException extends Exception {
        NameTakenException(CartId by) {}
    }

    static class BadCartIdException extends Exception {
        BadCartIdException(UuidVerdict.Rejected rejected) {}
    }

    void insertCart(Connection connection, CartId id) {}

    void insertLines(Connection connection, CartId id, List<String> items) {}

    void deleteCart(Connection connection, CartId id) {}
}
