package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.TagId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.SqlServerUuid;
import io.counterfoil.ids.text.InvalidIdException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hibernate.HibernateException;
import org.hibernate.dialect.H2Dialect;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.ast.spi.StringBuilderSqlAppender;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 240, unit = TimeUnit.SECONDS)
@Tag("TI-6")
class TypedIdJavaTypeTest {

    private static final TypedIdJavaType<AccountId> TYPE = TypedIdJavaType.of(AccountId.class);

    record Unprefixed(UUID value) implements TypedId<Unprefixed> {}

    private static void inSession(Consumer<SharedSessionContractImplementor> work) {
        try (TestDatabase db = new TestDatabase(TypedIdH2Test.inMemory(), Model.ENTITIES)) {
            db.run(session -> work.accept((SharedSessionContractImplementor) session));
        }
    }

    @Test
    void values_areReadFromWhatTheyAreWrittenAs() {
        AccountId id = IdType.of(AccountId.class).next();
        inSession(session -> {
            for (Class<?> inside : new Class<?>[] {UUID.class, String.class, byte[].class, AccountId.class}) {
                assertThat(TYPE.wrap(TYPE.unwrap(id, inside, session), session)).isEqualTo(id);
            }
            assertThat(TYPE.unwrap(id, String.class, session)).isEqualTo(id.text());
        });
    }

    @Test
    void values_thatAreNoIdOfTheClass_areRefused() {
        String other = IdType.of(TagId.class).next().text();
        inSession(session -> {
            assertThatThrownBy(() -> TYPE.wrap(other, session))
                    .isInstanceOf(InvalidIdException.class)
                    .hasMessageContaining("acct");
            assertThatThrownBy(() -> TYPE.wrap(new byte[15], session)).isInstanceOf(InvalidIdException.class);
            assertThatThrownBy(() -> TYPE.wrap(17L, session)).isInstanceOf(HibernateException.class);
            assertThatThrownBy(() -> TYPE.unwrap(IdType.of(AccountId.class).next(), Long.class, session))
                    .isInstanceOf(HibernateException.class);
        });
    }

    @Test
    void cache_getsWhatCanBeSerialised() {
        AccountId id = IdType.of(AccountId.class).next();
        assertThat(id).isNotInstanceOf(Serializable.class);
        inSession(session -> {
            Serializable cached = TYPE.getMutabilityPlan().disassemble(id, session);
            assertThat(cached).isEqualTo(id.value());
            assertThat(TYPE.getMutabilityPlan().assemble(cached, session)).isEqualTo(id);
        });
    }

    @Test
    void type_survivesSerialisation() throws IOException, ClassNotFoundException {
        AccountId id = IdType.of(AccountId.class).next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(TYPE);
        }

        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((TypedIdJavaType<?>) in.readObject()).fromString(id.text()))
                    .isEqualTo(id);
        }
    }

    @Test
    void classWithoutPrefix_isRefused() {
        assertThatThrownBy(() -> TypedIdJavaType.of(Unprefixed.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Unprefixed");
    }

    @Test
    @Tag("CB-2")
    void suffixForm_isInLiteralsToo() {
        AccountId id = IdType.of(AccountId.class).next();
        StringBuilderSqlAppender sql = new StringBuilderSqlAppender();
        inSession(session -> new SuffixFormJdbcType()
                .getJdbcLiteralFormatter(TYPE)
                .appendJdbcLiteral(sql, id, new H2Dialect(), session));

        assertThat(sql.toString())
                .contains(SqlServerUuid.toSuffix(id.value()).toString())
                .doesNotContain(id.value().toString());
    }
}
