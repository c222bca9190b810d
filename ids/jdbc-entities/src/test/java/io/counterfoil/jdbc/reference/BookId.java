package io.counterfoil.jdbc.reference;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("refbook")
record BookId(UUID value) implements TypedId<BookId> {

    static final IdType<BookId> TYPE = IdType.of(BookId.class, BookId::new);

    @Override
    public String toString() {
        return text();
    }
}
