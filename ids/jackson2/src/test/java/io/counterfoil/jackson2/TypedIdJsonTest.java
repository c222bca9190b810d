package io.counterfoil.jackson2;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.jackson2.SampleIds.AccountId;
import io.counterfoil.jackson2.SampleIds.SessionId;
import io.counterfoil.jackson2.SampleIds.TicketId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ids out to JSON and back, by a mapper that was told nothing about them. */
@Tag("TI-6")
class TypedIdJsonTest {

    private final JsonMapper json = JsonMapper.builder().findAndAddModules().build();
    private final AccountId account = IdType.of(AccountId.class).next();
    private final AccountId other = IdType.of(AccountId.class).next();
    private final SessionId session = SessionId.TYPE.next();

    record Transfer(AccountId from, AccountId to, @Nullable SessionId session) {}

    record Collected(List<AccountId> list, Set<SessionId> set, Optional<AccountId> optional) {}

    record Ref<T extends TypedId<T>>(T id) {}

    record Audit(TypedId<?> subject) {}

    record Event(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long id) {}

    @Test
    void id_isAString_thatIsItsText() throws Exception {
        String written = json.writeValueAsString(account);

        assertThat(written).isEqualTo("\"" + account.text() + "\"").startsWith("\"acct_");
        assertThat(json.readValue(written, AccountId.class)).isEqualTo(account);
    }

    @Test
    void component_isAString_inTheTypesOwnFormat() throws Exception {
        Transfer transfer = new Transfer(account, other, session);

        String written = json.writeValueAsString(transfer);

        assertThat(written)
                .isEqualTo("{\"from\":\"%s\",\"to\":\"%s\",\"session\":\"%s\"}"
                        .formatted(account.text(), other.text(), session.text()));
        assertThat(json.readValue(written, Transfer.class)).isEqualTo(transfer);
    }

    @Test
    void classThatLooksLikeABean_isAString() throws Exception {
        TicketId ticket = IdType.of(TicketId.class).next();

        String written = json.writeValueAsString(ticket);

        assertThat(written).isEqualTo("\"" + ticket.text() + "\"");
        assertThat(json.readValue(written, TicketId.class)).isEqualTo(ticket);
    }

    @Test
    void nullAndAbsent_areNull() throws Exception {
        Transfer withoutSession = new Transfer(account, other, null);

        assertThat(json.readValue(json.writeValueAsString(withoutSession), Transfer.class))
                .isEqualTo(withoutSession);
        assertThat(json.readValue(
                        "{\"from\":\"%s\",\"to\":\"%s\"}".formatted(account.text(), other.text()), Transfer.class))
                .isEqualTo(withoutSession);
        assertThat(json.readValue("null", AccountId.class)).isNull();
    }

    @Test
    void keyOfAMap_isTheText() throws Exception {
        Map<AccountId, Map<SessionId, Long>> limits = Map.of(account, Map.of(session, 100L));

        String written = json.writeValueAsString(limits);

        assertThat(written).isEqualTo("{\"%s\":{\"%s\":100}}".formatted(account.text(), session.text()));
        assertThat(json.readValue(written, new TypeReference<Map<AccountId, Map<SessionId, Long>>>() {}))
                .isEqualTo(limits);
    }

    @Test
    void collectionsArraysAndOptionals_holdIds() throws Exception {
        Collected collected = new Collected(List.of(account, other), Set.of(session), Optional.of(account));
        AccountId[] array = {other, account};

        assertThat(json.readValue(json.writeValueAsString(collected), Collected.class))
                .isEqualTo(collected);
        assertThat(json.readValue(json.writeValueAsString(array), AccountId[].class))
                .isEqualTo(array);
        assertThat(json.readValue("{\"optional\":null}", Collected.class).optional())
                .isEmpty();
    }

    @Test
    void typeParameter_isReadAsItsArgument() throws Exception {
        String written = json.writeValueAsString(new Ref<>(session));

        assertThat(json.readValue(written, new TypeReference<Ref<SessionId>>() {}))
                .isEqualTo(new Ref<>(session));
    }

    @Test
    void fieldOfAnyKind_isWrittenAsTheText() throws Exception {
        assertThat(json.writeValueAsString(new Audit(session))).isEqualTo("{\"subject\":\"%s\"}".formatted(session));
    }

    @Test
    void tree_holdsTheText() throws Exception {
        assertThat(json.valueToTree(account).textValue()).isEqualTo(account.text());
        assertThat(json.convertValue(account.text(), AccountId.class)).isEqualTo(account);
    }

    @Test
    void uuidOfAnotherVersion_survives() throws Exception {
        AccountId random = new AccountId(UUID.fromString("ffffffff-ffff-4fff-bfff-ffffffffffff"));

        assertThat(json.readValue(json.writeValueAsString(random), AccountId.class))
                .isEqualTo(random);
    }

    @Test
    void longAsAString_keepsDigitsThatADoubleHasNot() throws Exception {
        Event event = new Event((1L << 62) + 1);

        String written = json.writeValueAsString(event);

        assertThat(written).isEqualTo("{\"id\":\"4611686018427387905\"}");
        assertThat(json.readValue(written, Event.class)).isEqualTo(event);
    }

    @Test
    void objectId_isAString_asValueAndKey() throws Exception {
        Map<ObjectId, ObjectId> ids = Map.of(ObjectId.next(), ObjectId.next());

        String written = json.writeValueAsString(ids);

        ids.forEach((key, value) -> assertThat(written).isEqualTo("{\"%s\":\"%s\"}".formatted(key, value)));
        assertThat(json.readValue(written, new TypeReference<Map<ObjectId, ObjectId>>() {}))
                .isEqualTo(ids);
    }
}
