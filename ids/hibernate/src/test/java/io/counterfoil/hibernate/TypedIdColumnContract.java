package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.DeviceId;
import io.counterfoil.hibernate.Ids.DocumentId;
import io.counterfoil.hibernate.Ids.TagId;
import io.counterfoil.hibernate.Ids.TokenId;
import io.counterfoil.hibernate.Model.Account;
import io.counterfoil.hibernate.Model.Document;
import io.counterfoil.hibernate.Model.Line;
import io.counterfoil.hibernate.Model.Seat;
import io.counterfoil.hibernate.Model.SeatId;
import io.counterfoil.hibernate.Model.Token;
import io.counterfoil.hibernate.Model.TokenUse;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.SqlServerUuid;
import io.counterfoil.ids.text.InvalidIdException;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/** What typed ids are in columns, on every database. Tests share one schema, and each makes its own rows. */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 240, unit = TimeUnit.SECONDS)
@Tag("TI-6")
abstract class TypedIdColumnContract {

    TestDatabase db;

    /** An empty database. */
    abstract DataSource freshDatabase();

    /** What the database calls a column of characters. */
    String textColumn() {
        return "character varying";
    }

    @BeforeAll
    void start() {
        db = new TestDatabase(freshDatabase(), Model.ENTITIES);
    }

    @AfterAll
    void stop() {
        if (db != null) {
            db.close();
        }
    }

    static <T extends TypedId<T>> T next(Class<T> idClass) {
        return IdType.of(idClass).next();
    }

    AccountId storedAccount(String owner) {
        Account account = new Account(owner);
        db.run(session -> session.persist(account));
        return Objects.requireNonNull(account.id);
    }

    @Test
    void idColumn_isOfUuids_andHoldsTheUuid() {
        AccountId id = storedAccount("uuid column");

        assertThat(db.columnType("account", "id")).isEqualTo("uuid");
        assertThat(db.columnType("account", "device")).isEqualTo("uuid");
        assertThat(db.read("select id from Account where owner = ?", "uuid column"))
                .containsExactly(id.value().toString());
    }

    @Test
    void collections_haveIdsAsElementsAndKeys() {
        Account account = new Account("collections");
        TagId one = next(TagId.class);
        TagId two = next(TagId.class);
        DeviceId device = next(DeviceId.class);
        account.tags.add(one);
        account.tags.add(two);
        account.names.put(device, "phone");
        db.run(session -> session.persist(account));

        assertThat(db.columnType("account_tags", "tag")).isEqualTo("uuid");
        assertThat(db.columnType("account_names", "names_key")).isEqualTo("uuid");
        db.run(session -> {
            Account loaded = session.find(Account.class, account.id);
            assertThat(loaded.tags).containsExactlyInAnyOrder(one, two);
            assertThat(loaded.names).containsOnlyKeys(device);
            loaded.tags.remove(new TagId(one.value()));
        });
        assertThat(db.read(
                        "select tag from Account_tags where Account_id = ?",
                        Objects.requireNonNull(account.id).value()))
                .containsExactly(two.value().toString());
        db.run(session -> assertThat(
                        session.createQuery("select a.id from Account a where :tag member of a.tags", AccountId.class)
                                .setParameter("tag", two)
                                .getResultList())
                .containsExactly(account.id));
    }

    @Test
    void embeddedId_hasIdsAsParts() {
        SeatId id = new SeatId(next(AccountId.class), 3);
        db.run(session -> session.persist(new Seat(id)));

        assertThat(db.columnType("seat", "account")).isEqualTo("uuid");
        db.run(session -> {
            assertThat(session.find(Seat.class, id).id).isEqualTo(id);
            assertThat(session.createQuery("select s.id.number from Seat s where s.id.account = :a", Integer.class)
                            .setParameter("a", id.account())
                            .getResultList())
                    .containsExactly(3);
        });
    }

    @Test
    void genericSuperclass_hasTheIdOfItsSubclass() {
        Document document = new Document();
        db.run(session -> session.persist(document));

        assertThat(db.columnType("document", "id")).isEqualTo("uuid");
        assertThat(document.id).isInstanceOf(DocumentId.class);
        db.run(session ->
                assertThat(session.find(Document.class, document.id).id).isEqualTo(document.id));
    }

    @Test
    void textColumn_holdsTheCanonicalText_foreignKeysToo() {
        Token token = new Token();
        TokenUse use = new TokenUse();
        use.token = token;
        db.run(session -> {
            session.persist(token);
            session.persist(use);
        });
        TokenId id = Objects.requireNonNull(token.id);

        assertThat(db.columnType("token", "id")).isEqualTo(textColumn());
        assertThat(db.columnLength("token", "id")).isEqualTo("31");
        assertThat(db.read("select id from Token where id = ?", id.text())).containsExactly(id.text());
        assertThat(db.columnType("tokenuse", "token_id")).isEqualTo(textColumn());
        assertThat(db.read("select token_id from TokenUse where id = ?", Objects.requireNonNull(use.id)))
                .containsExactly(id.text());
        db.run(session -> {
            assertThat(Objects.requireNonNull(session.find(TokenUse.class, use.id).token).id)
                    .isEqualTo(id);
            assertThat(session.createQuery("select u.id from TokenUse u where u.token.id = :id", UUID.class)
                            .setParameter("id", id)
                            .getResultList())
                    .containsExactly(use.id);
        });
    }

    @Test
    void textColumn_withTheTextOfAnotherKind_isAnErrorThatNamesBoth() {
        String foreign = next(TagId.class).text();
        db.write("insert into Token (id) values (?)", foreign);
        try {
            assertThatThrownBy(() -> db.run(session -> session.createQuery(
                                    "select t.id from Token t where t.id is not null", TokenId.class)
                            .getResultList()))
                    .isInstanceOf(InvalidIdException.class)
                    .hasMessageContaining("token")
                    .hasMessageContaining("tag");
        } finally {
            db.write("delete from Token where id = ?", foreign);
        }
    }

    @Test
    @Tag("CB-2")
    void suffixForm_isInTheColumns_andPrefixFormOutside() {
        Line parent = new Line();
        Line line = new Line();
        line.plain = UUID.randomUUID();
        line.other = next(AccountId.class);
        line.parent = parent;
        db.run(session -> {
            session.persist(parent);
            session.persist(line);
        });
        AccountId id = Objects.requireNonNull(line.id);

        assertThat(db.columnType("line", "id")).isEqualTo("uuid");
        String inside = SqlServerUuid.toSuffix(id.value()).toString();
        assertThat(inside).isNotEqualTo(id.value().toString());
        assertThat(db.read("select id from Line where parent_id is not null")).containsExactly(inside);
        assertThat(db.read("select plain from Line where parent_id is not null"))
                .containsExactly(SqlServerUuid.toSuffix(line.plain).toString());
        assertThat(db.read("select parent_id from Line where parent_id is not null"))
                .containsExactly(
                        SqlServerUuid.toSuffix(Objects.requireNonNull(parent.id).value())
                                .toString());
        assertThat(db.read("select other from Line where parent_id is not null"))
                .containsExactly(line.other.value().toString());
        db.run(session -> {
            Line loaded = session.find(Line.class, id);
            assertThat(loaded.id).isEqualTo(id);
            assertThat(loaded.plain).isEqualTo(line.plain);
            assertThat(loaded.other).isEqualTo(line.other);
            assertThat(Objects.requireNonNull(loaded.parent).id).isEqualTo(parent.id);
            assertThat(session.find(Line.class, parent.id).plain).isNull();
        });
        db.run(session -> {
            assertThat(linesWhere(session, "l.id = :value", id)).containsExactly(id);
            assertThat(linesWhere(session, "l.id in (:value)", id)).containsExactly(id);
            assertThat(linesWhere(session, "l.plain = :value", line.plain)).containsExactly(id);
            assertThat(linesWhere(session, "l.other = :value", line.other)).containsExactly(id);
            assertThat(linesWhere(session, "l.parent.id = :value", parent.id)).containsExactly(id);
            CriteriaBuilder builder = session.getCriteriaBuilder();
            CriteriaQuery<UUID> query = builder.createQuery(UUID.class);
            Root<Line> root = query.from(Line.class);
            query.select(root.get("plain")).where(builder.equal(root.get("id"), id));
            assertThat(session.createQuery(query).getResultList()).containsExactly(line.plain);
        });
    }

    private static List<AccountId> linesWhere(Session session, String condition, @Nullable Object value) {
        return session.createQuery("select l.id from Line l where " + condition, AccountId.class)
                .setParameter("value", value)
                .getResultList();
    }
}
