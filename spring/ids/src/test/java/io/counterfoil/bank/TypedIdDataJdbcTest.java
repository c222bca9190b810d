package io.counterfoil.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.counterfoil.ids.IdType;
import io.counterfoil.springids.TypedIdJdbcConverters;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jdbc.core.convert.JdbcCustomConversions;
import org.springframework.data.jdbc.repository.config.AbstractJdbcConfiguration;

/** Entities with typed ids, in a real database. */
@Tag("TI-6")
@Timeout(600)
class TypedIdDataJdbcTest {

    private static final String UUID_TABLE =
            "CREATE TABLE account (id uuid PRIMARY KEY, version integer, name text, parent uuid REFERENCES account)";
    private static final String TEXT_TABLE = "CREATE TABLE account (id varchar(30) COLLATE \"C\" PRIMARY KEY,"
            + " version integer, name text, parent varchar(30) COLLATE \"C\" REFERENCES account)";

    private final Account parent = new Account(IdType.of(AccountId.class).next(), 0, "parent", null);
    private final Account child = new Account(IdType.of(AccountId.class).next(), 0, "child", parent.id());

    /** Whose columns are texts. */
    private static Bank texts;

    @BeforeAll
    static void open() {
        texts = open(List.of(), "--counterfoil.ids.column=text");
        texts.jdbc().sql(TEXT_TABLE).update();
    }

    @AfterAll
    static void close() {
        texts.close();
    }

    @BeforeEach
    void emptyTable() {
        texts.jdbc().sql("DELETE FROM account").update();
    }

    /** Without what serves requests. */
    private static Bank open(List<Class<?>> more, String... properties) {
        return Bank.open(
                more,
                Stream.concat(Stream.of("--spring.main.web-application-type=none"), Stream.of(properties))
                        .toArray(String[]::new));
    }

    static class OwnConversions {

        @Bean
        JdbcCustomConversions ownConversions() {
            return new JdbcCustomConversions(TypedIdJdbcConverters.uuid());
        }
    }

    static class OwnConfiguration extends AbstractJdbcConfiguration {

        @Override
        protected List<?> userConverters() {
            return TypedIdJdbcConverters.uuid();
        }
    }

    @Test
    void entity_isSavedLoadedAndQueried_byItsTypedId() {
        try (Bank bank = open(List.of())) {
            bank.jdbc().sql(UUID_TABLE).update();
            assertSavedAndFound(bank.bean(Accounts.class));

            assertThat(bank.jdbc()
                            .sql("SELECT id FROM account WHERE parent = ?")
                            .param(parent.id().value())
                            .query(UUID.class)
                            .single())
                    .isEqualTo(child.id().value());
        }
    }

    @Test
    @Tag("TI-9")
    void idsOverNumbersAndObjectIds_areTheirValuesInColumns() {
        Event event = new Event(
                new EventId(6820698575169822721L), 0, IdType.of(PageId.class).next());
        try (Bank bank = open(List.of())) {
            bank.jdbc()
                    .sql("CREATE TABLE event (id bigint PRIMARY KEY, version integer, page bytea)")
                    .update();
            assertSavedAndFound(bank.bean(Events.class), event);

            assertThat(bank.jdbc()
                            .sql("SELECT page FROM event WHERE id = ?")
                            .param(event.id().value())
                            .query(byte[].class)
                            .single())
                    .isEqualTo(event.page().value().toByteArray());
        }
    }

    @Test
    @Tag("TI-9")
    void columnsOfText_holdTheTextsOfAllIds_andGiveThoseFromBefore() {
        texts.jdbc().sql("DROP TABLE IF EXISTS event").update();
        texts.jdbc()
                .sql("CREATE TABLE event (id varchar(30) PRIMARY KEY, version integer, page varchar(30))")
                .update();
        Event event = new Event(
                new EventId(6820698575169822721L), 0, IdType.of(PageId.class).parse("page_2ey8c8drg2h00i6v08a"));
        assertSavedAndFound(texts.bean(Events.class), event);

        texts.jdbc()
                .sql("UPDATE event SET id = '6820698575169822721', page = 'sheet_2ey8c8drg2h00i6v08a'")
                .update();
        assertThat(texts.bean(Events.class).findAll())
                .extracting(Event::id, Event::page)
                .containsExactly(tuple(event.id(), event.page()));
    }

    private static void assertSavedAndFound(Events events, Event event) {
        events.save(event);

        assertThat(events.findById(event.id())).hasValueSatisfying(found -> {
            assertThat(found.id()).isEqualTo(event.id());
            assertThat(found.page()).isEqualTo(event.page());
        });
        assertThat(events.findByPage(event.page())).extracting(Event::id).containsExactly(event.id());
        assertThat(events.findAllById(List.of(event.id()))).hasSize(1);
        assertThat(events.existsById(new EventId(1))).isFalse();
    }

    @Test
    void columnOfText_holdsTheText() {
        assertSavedAndFound(texts.bean(Accounts.class));

        assertThat(texts.jdbc()
                        .sql("SELECT id FROM account WHERE parent = ?")
                        .param(parent.id().text())
                        .query(String.class)
                        .single())
                .isEqualTo(child.id().text());
    }

    @Test
    void textOfAnotherType_isNotLoaded() {
        String session = IdType.of(SessionId.class).next().text();
        texts.jdbc()
                .sql("INSERT INTO account (id, version, name) VALUES (?, 1, 'x')")
                .param(session.substring(0, 30))
                .update();

        assertThatThrownBy(() -> texts.bean(Accounts.class).findAll())
                .rootCause()
                .hasMessageContaining("an id with prefix \"acct\" (AccountId) expected");
    }

    @Test
    void conversionsOfTheApplicationsOwn_takeOursInOneLine() {
        for (Class<?> own : List.of(OwnConversions.class, OwnConfiguration.class)) {
            try (Bank bank = open(List.of(own))) {
                bank.jdbc().sql(UUID_TABLE).update();
                assertSavedAndFound(bank.bean(Accounts.class));
            }
        }
    }

    @Test
    void kindOfColumnThatThereIsNot_failsAtStartUp_byItsName() {
        assertThatThrownBy(
                        () -> open(List.of(), "--counterfoil.ids.column=binary").close())
                .rootCause()
                .hasMessageContaining("Column.binary");
    }

    private void assertSavedAndFound(Accounts accounts) {
        accounts.save(parent);
        accounts.save(child);

        assertThat(accounts.findById(child.id())).hasValueSatisfying(found -> {
            assertThat(found.id()).isEqualTo(child.id());
            assertThat(found.parent()).isEqualTo(parent.id());
        });
        assertThat(accounts.findById(IdType.of(AccountId.class).next())).isEmpty();
        assertThat(accounts.findByParent(parent.id())).extracting(Account::id).containsExactly(child.id());
        assertThat(accounts.findByIdInOrderById(List.of(child.id(), parent.id())))
                .extracting(Account::id)
                .containsExactly(parent.id(), child.id());
        assertThat(accounts.child(parent.id(), "child"))
                .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo(child.id()));
        assertThat(accounts.idsOf("child")).containsExactly(child.id());
        Account renamed = accounts.save(new Account(parent.id(), 1, "renamed", null));
        assertThat(accounts.findAllById(List.of(parent.id()))).containsExactly(renamed);
        accounts.deleteById(child.id());
        assertThat(accounts.existsById(child.id())).isFalse();
        accounts.save(child);
    }
}
