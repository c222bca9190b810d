package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.hibernate.Ids.AccountId;
import io.counterfoil.hibernate.Ids.DeviceId;
import io.counterfoil.hibernate.Ids.TransferId;
import io.counterfoil.hibernate.Model.Account;
import io.counterfoil.hibernate.Model.Transfer;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.List;
import java.util.Objects;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.junit.jupiter.api.Test;

/** What typed ids do in sessions and queries, on every database. */
abstract class TypedIdContract extends TypedIdColumnContract {

    @Test
    void generatedId_isThereWhenPersistReturns_andFindsTheEntity() {
        Account account = new Account("ada");
        db.run(session -> {
            session.persist(account);
            assertThat(Objects.requireNonNull(account.id).value().version()).isEqualTo(7);
        });

        db.run(session -> {
            Account loaded = session.find(Account.class, account.id);
            assertThat(loaded.owner).isEqualTo("ada");
            assertThat(loaded.id).isInstanceOf(AccountId.class).isEqualTo(account.id);
        });
    }

    @Test
    void generatedIdAttribute_thatWasAssigned_isKept() {
        AccountId fromClient = next(AccountId.class);
        Account account = new Account("client");
        account.id = fromClient;

        db.run(session -> session.persist(account));

        assertThat(account.id).isEqualTo(fromClient);
        assertThat(db.read("select owner from Account where id = ?", fromClient.value()))
                .containsExactly("client");
    }

    @Test
    void generatedIdAttribute_thatWasAssigned_mergesIntoANewRow() {
        Account account = new Account("merged");
        account.id = next(AccountId.class);

        Account merged = db.call(session -> session.merge(account));

        assertThat(merged.id).isEqualTo(account.id);
        assertThat(db.read("select owner from Account where id = ?", account.id.value()))
                .containsExactly("merged");
    }

    @Test
    void assignedId_ofAStoredRow_isRefusedByThePrimaryKey() {
        AccountId taken = storedAccount("first");
        Account second = new Account("second");
        second.id = taken;

        assertThatThrownBy(() -> db.run(session -> session.persist(second))).isInstanceOf(PersistenceException.class);

        assertThat(db.read("select owner from Account where id = ?", taken.value()))
                .containsExactly("first");
    }

    @Test
    void statelessInsert_generatesTheId() {
        Account account = new Account("stateless");

        db.factory().inStatelessTransaction(session -> session.insert(account));

        assertThat(db.read("select id from Account where owner = ?", "stateless"))
                .containsExactly(Objects.requireNonNull(account.id).value().toString());
    }

    @Test
    void inserts_areBatched() {
        List<String> statements = db.statementsOf(() -> db.run(session -> {
            for (int i = 0; i < 20; i++) {
                session.persist(new Account("batched"));
            }
        }));

        assertThat(statements).singleElement().asString().startsWith("insert into Account");
    }

    @Test
    void association_referencesTheUuid_andLoads() {
        AccountId account = storedAccount("payer");
        TransferId id = next(TransferId.class);
        db.run(session -> session.persist(new Transfer(id, session.getReference(Account.class, account))));

        assertThat(db.columnType("transfer", "account_id")).isEqualTo("uuid");
        assertThat(db.read("select account_id from Transfer where id = ?", id.value()))
                .containsExactly(account.value().toString());
        db.run(session -> {
            Transfer loaded = session.find(Transfer.class, id);
            Account loadedAccount = Hibernate.unproxy(Objects.requireNonNull(loaded.account), Account.class);
            assertThat(loadedAccount.owner).isEqualTo("payer");
            assertThat(loadedAccount.id).isEqualTo(account);
            assertThat(loaded.id).isEqualTo(id);
        });
    }

    @Test
    void query_comparesIdsWithParameters() {
        AccountId one = storedAccount("one");
        AccountId two = storedAccount("two");
        storedAccount("three");

        db.run(session -> {
            assertThat(session.createQuery("select a.owner from Account a where a.id = :id", String.class)
                            .setParameter("id", one)
                            .getResultList())
                    .containsExactly("one");
            assertThat(session.createQuery(
                                    "select a.id from Account a where a.id in (:ids) order by a.id", AccountId.class)
                            .setParameter("ids", List.of(two, one))
                            .getResultList())
                    .containsExactly(one, two);
            assertThat(session.createQuery("select a.id, a.owner from Account a where a.id >= ?1", Object[].class)
                            .setParameter(1, two)
                            .getResultList())
                    .contains(new Object[] {two, "two"})
                    .doesNotContain(new Object[] {one, "one"});
        });
    }

    @Test
    void query_comparesTheIdOfAnAssociation() {
        AccountId account = storedAccount("queried");
        TransferId transfer = next(TransferId.class);
        db.run(session -> session.persist(new Transfer(transfer, session.getReference(Account.class, account))));

        db.run(session -> {
            assertThat(session.createQuery("select t.id from Transfer t where t.account.id = :id", TransferId.class)
                            .setParameter("id", account)
                            .getResultList())
                    .containsExactly(transfer);
            assertThat(session.createQuery(
                                    "select t.id from Transfer t join t.account a where a.owner = 'queried'",
                                    TransferId.class)
                            .getResultList())
                    .containsExactly(transfer);
        });
    }

    @Test
    void criteria_compareIdsAsParametersAndAsLiterals() {
        AccountId id = storedAccount("criteria");

        db.run(session -> {
            assertThat(ownersWhere(session, id, false)).containsExactly("criteria");
            assertThat(ownersWhere(session, id, true)).containsExactly("criteria");
        });
    }

    private static List<String> ownersWhere(Session session, AccountId id, boolean literal) {
        CriteriaBuilder builder = session.getCriteriaBuilder();
        CriteriaQuery<String> query = builder.createQuery(String.class);
        Root<Account> account = query.from(Account.class);
        query.select(account.get("owner"))
                .where(
                        literal
                                ? builder.equal(account.get("id"), builder.literal(id))
                                : builder.equal(account.get("id"), id));
        return session.createQuery(query).getResultList();
    }

    @Test
    void nativeQuery_takesAndGivesIds() {
        AccountId id = storedAccount("native");

        db.run(session -> assertThat(session.createNativeQuery("select id from Account where id = :id", AccountId.class)
                        .setParameter("id", id)
                        .getResultList())
                .isEqualTo(List.of(id)));
    }

    @Test
    void findByTheIdOfAnotherKind_isRefused() {
        AccountId id = storedAccount("kind");

        assertThatThrownBy(() -> db.run(session -> session.find(Account.class, new TransferId(id.value()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("AccountId")
                .hasMessageContaining("TransferId");
    }

    @Test
    void parameterOfAnotherKind_isRefused() {
        AccountId id = storedAccount("parameter");

        assertThatThrownBy(() -> db.run(
                        session -> session.createQuery("select a.owner from Account a where a.id = :id", String.class)
                                .setParameter("id", new TransferId(id.value()))
                                .getResultList()))
                .hasMessageContaining("AccountId");
    }

    @Test
    void attribute_isNullUntilSet() {
        AccountId id = storedAccount("null");
        DeviceId device = next(DeviceId.class);

        db.run(session -> assertThat(session.createQuery(
                                "select a.id from Account a where a.device is null and a.owner = 'null'",
                                AccountId.class)
                        .getResultList())
                .containsExactly(id));
        db.run(session -> {
            Account loaded = session.find(Account.class, id);
            assertThat(loaded.device).isNull();
            loaded.device = device;
        });
        assertThat(db.read("select device from Account where id = ?", id.value()))
                .containsExactly(device.value().toString());
        db.run(session -> session.find(Account.class, id).device = null);
        assertThat(db.read("select device from Account where id = ?", id.value()))
                .containsExactly("null");
    }

    @Test
    void flush_ofAnEqualId_updatesNothing() {
        AccountId id = storedAccount("unchanged");
        DeviceId device = next(DeviceId.class);
        db.run(session -> session.find(Account.class, id).device = device);

        List<String> statements = db.statementsOf(() -> db.run(session -> {
            Account loaded = session.find(Account.class, id);
            loaded.device = new DeviceId(device.value());
        }));

        assertThat(statements).singleElement().asString().startsWith("select");
    }
}
