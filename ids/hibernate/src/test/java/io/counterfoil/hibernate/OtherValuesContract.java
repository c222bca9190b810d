package io.counterfoil.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.ObjectId;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.hibernate.MappingException;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/** Ids over numbers and ObjectIds, and columns of text from before: what they are on every database. */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 240, unit = TimeUnit.SECONDS)
@Tag("TI-6")
@Tag("TI-9")
abstract class OtherValuesContract {

    @Prefix("hib_event")
    record EventId(long value) implements TypedLongId<EventId> {}

    @Prefix("hib_page")
    record PageId(ObjectId value) implements TypedObjectId<PageId> {}

    @Prefix(
            value = "hib_acct",
            alternatives = {@Prefix.Alternative(padded = false), @Prefix.Alternative(prefix = "", format = IdFormat.HEX)
            })
    record AccountId(UUID value) implements TypedId<AccountId> {}

    @Entity(name = "Event")
    static class Event {
        @Id
        @Nullable
        EventId id;

        @JdbcTypeCode(SqlTypes.VARCHAR)
        @Nullable
        EventId cause;

        /** As wide as the texts that it has from before; its own are narrower. */
        @Column(length = 40)
        @JdbcTypeCode(SqlTypes.VARCHAR)
        @Nullable
        AccountId account;

        @ManyToOne
        @JoinColumn(name = "page_id")
        @Nullable
        Page page;
    }

    @Entity(name = "Page")
    static class Page {
        @Id
        @GeneratedId(IdAlgorithm.OBJECT_ID)
        @Nullable
        PageId id;

        @ElementCollection
        Set<EventId> events = new HashSet<>();
    }

    @Entity(name = "WrongAlgorithm")
    static class WrongAlgorithm {
        @Id
        @GeneratedId
        @Nullable
        PageId id;
    }

    @Entity(name = "Numbered")
    static class Numbered {
        @Id
        @GeneratedId
        @Nullable
        EventId id;
    }

    @Entity(name = "VagueNumber")
    static class VagueNumber {
        @Id
        @Nullable
        UUID id;

        @Nullable
        TypedLongId<?> any;
    }

    @Entity(name = "VagueId")
    static class VagueId {
        @Id
        @Nullable
        UUID id;

        @Nullable
        AnyTypedId<?> any;
    }

    private static final EventId EVENT = new EventId(6820698575169822721L);

    private TestDatabase db;

    /** An empty database. */
    abstract DataSource freshDatabase();

    /** What the database calls a column of 12 bytes. */
    abstract String bytesColumn();

    @BeforeAll
    void start() {
        db = new TestDatabase(freshDatabase(), Event.class, Page.class);
    }

    @AfterAll
    void stop() {
        if (db != null) {
            db.close();
        }
    }

    @Test
    void columns_areOfTheValues() {
        assertThat(db.columnType("event", "id")).isEqualTo("bigint");
        assertThat(db.columnType("page", "id")).isEqualTo(bytesColumn());
        assertThat(db.columnType("event", "page_id")).isEqualTo(bytesColumn());
        assertThat(db.columnLength("event", "cause")).isEqualTo("23");
    }

    @Test
    void ids_areStoredLoadedAndQueried() {
        Page page = new Page();
        page.events.add(EVENT);
        Event event = new Event();
        event.id = EVENT;
        event.cause = new EventId(41);
        event.page = page;
        db.run(session -> {
            session.persist(page);
            session.persist(event);
        });
        PageId pageId = Objects.requireNonNull(page.id);

        assertThat(db.read("select id from Event where id > 1000")).containsExactly("6820698575169822721");
        assertThat(db.read("select cause from Event where id > 1000")).containsExactly("hib_event_0000000000015");
        db.run(session -> {
            Event loaded = session.find(Event.class, EVENT);
            assertThat(loaded.cause).isEqualTo(new EventId(41));
            assertThat(Objects.requireNonNull(loaded.page).id).isEqualTo(pageId);
            assertThat(session.find(Page.class, pageId).events).containsExactly(EVENT);
            assertThat(session.createQuery("select e.id from Event e where e.page.id in (:pages)", EventId.class)
                            .setParameter("pages", List.of(pageId))
                            .getResultList())
                    .containsExactly(EVENT);
            assertThat(session.createQuery("select e.id from Event e where e.cause = :cause", EventId.class)
                            .setParameter("cause", new EventId(41))
                            .getResultList())
                    .containsExactly(EVENT);
        });
    }

    /** The texts are those of the tutorial on identifiers. */
    @Test
    void alternativeTexts_areLoaded_andWrittenCanonically() {
        AccountId account = new AccountId(UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b"));
        db.write("insert into Event (id, account) values (1, 'hib_acct_3e3w9q6u75zrqc18pecpdavv')");
        db.write("insert into Event (id, account) values (2, '01976b10-a45c-7786-988e-e261ef5d015b')");

        for (long number = 1; number <= 2; number++) {
            EventId id = new EventId(number);
            db.run(session -> {
                Event loaded = session.find(Event.class, id);
                assertThat(loaded.account).isEqualTo(account);
                loaded.account = null;
            });
            db.run(session -> session.find(Event.class, id).account = account);
        }

        assertThat(db.read("select account from Event where account is not null"))
                .containsExactly("hib_acct_03e3w9q6u75zrqc18pecpdavv", "hib_acct_03e3w9q6u75zrqc18pecpdavv");
    }

    @Test
    void cache_getsWhatCanBeSerialised() {
        TypedIdJavaType<PageId> pages = TypedIdJavaType.of(PageId.class);
        TypedIdJavaType<EventId> events = TypedIdJavaType.of(EventId.class);
        PageId page = new PageId(ObjectId.next());
        db.run(session -> {
            assertThat(pages.getMutabilityPlan().disassemble(page, session)).isEqualTo(page.text());
            assertThat(pages.getMutabilityPlan().assemble(page.text(), session)).isEqualTo(page);
            assertThat(events.getMutabilityPlan()
                            .assemble(events.getMutabilityPlan().disassemble(EVENT, session), session))
                    .isEqualTo(EVENT);
        });
    }

    @Test
    void generatedId_ofAnotherValue_isRefusedByName() {
        assertThatThrownBy(() -> new TestDatabase(TypedIdH2Test.inMemory(), WrongAlgorithm.class).close())
                .hasStackTraceContaining("@GeneratedId(UUID_V7) on %s.id", WrongAlgorithm.class.getName())
                .hasStackTraceContaining("over ObjectId and must be over UUID");
        assertThatThrownBy(() -> new TestDatabase(TypedIdH2Test.inMemory(), Numbered.class).close())
                .hasStackTraceContaining("over Long and must be over UUID");
    }

    @Test
    void attributeOfAnInterface_isRefusedAtStart() {
        for (Class<?> vague : List.of(VagueNumber.class, VagueId.class)) {
            assertThatThrownBy(() -> new TestDatabase(TypedIdH2Test.inMemory(), vague).close())
                    .hasStackTraceContaining(MappingException.class.getName())
                    .hasStackTraceContaining("declare the attribute with its record class");
        }
    }
}
