package io.counterfoil.jackson2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.ObjectId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids over numbers and ObjectIds, and texts that a type declares as alternatives; the values are the tutorial's on identifiers. */
@Tag("TI-6")
@Tag("TI-9")
class OtherValuesJsonTest {

    @Prefix(value = "json_event", alternatives = @Prefix.Alternative(prefix = "", format = IdFormat.DECIMAL))
    record EventId(long value) implements TypedLongId<EventId> {}

    @Prefix("json_page")
    record PageId(ObjectId value) implements TypedObjectId<PageId> {}

    @Prefix(
            value = "json_acct",
            alternatives = {@Prefix.Alternative(padded = false), @Prefix.Alternative(prefix = "json_account")})
    record AccountId(UUID value) implements TypedId<AccountId> {}

    record View(EventId event, Map<PageId, List<EventId>> pages, AnyTypedId<?> subject) {}

    private static final EventId EVENT = new EventId(6820698575169822721L);
    private static final PageId PAGE = new PageId(ObjectId.parse("507f191e810c19729de860ea"));
    private static final AccountId ACCOUNT = new AccountId(UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b"));

    private final JsonMapper json = JsonMapper.builder()
            .findAndAddModules()
            .addModule(new TypedIdJackson2Module(IdTypes.of(EventId.class, PageId.class, AccountId.class)))
            .build();

    @Test
    void id_isAString_asValueElementAndKey() throws Exception {
        View view = new View(EVENT, Map.of(PAGE, List.of(EVENT)), PAGE);

        String written = json.writeValueAsString(view);

        assertThat(written)
                .isEqualTo("{\"event\":\"json_event_1ftjbusjplqtd\","
                        + "\"pages\":{\"json_page_2ey8c8drg2h00i6v08a\":[\"json_event_1ftjbusjplqtd\"]},"
                        + "\"subject\":\"json_page_2ey8c8drg2h00i6v08a\"}");
        assertThat(json.readValue(written, View.class)).isEqualTo(view);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "json_acct_03e3w9q6u75zrqc18pecpdavv",
                "json_acct_3e3w9q6u75zrqc18pecpdavv",
                "json_account_03e3w9q6u75zrqc18pecpdavv",
                "JSON_ACCT_03E3W9Q6U75ZRQC18PECPDAVV"
            })
    void alternatives_areRead_andWrittenCanonically(String text) throws Exception {
        AccountId id = json.readValue("\"" + text + "\"", AccountId.class);

        assertThat(id).isEqualTo(ACCOUNT);
        assertThat(json.writeValueAsString(id)).isEqualTo("\"json_acct_03e3w9q6u75zrqc18pecpdavv\"");
        assertThat(json.readValue("{\"" + text + "\":1}", new TypeReference<Map<AccountId, Integer>>() {}))
                .containsOnlyKeys(ACCOUNT);
        assertThat((Object) json.readValue("\"" + text + "\"", AnyTypedId.class))
                .isEqualTo(ACCOUNT);
    }

    @Test
    void number_isRead_whereItIsAStringAndDeclared() throws Exception {
        assertThat(json.readValue("\"6820698575169822721\"", EventId.class)).isEqualTo(EVENT);
        assertThatThrownBy(() -> json.readValue("6820698575169822721", EventId.class))
                .hasMessageContaining("an id (EventId) is a JSON string");
        assertThat(json.readValue("\"507f191e810c19729de860ea\"", PageId.class)).isEqualTo(PAGE);
        assertThatThrownBy(() -> json.readValue("\"6820698575169822721\"", PageId.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasMessageContaining("is not a typed ID");
    }
}
