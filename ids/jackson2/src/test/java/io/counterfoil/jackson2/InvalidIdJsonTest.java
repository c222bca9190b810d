package io.counterfoil.jackson2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.jackson2.SampleIds.AccountId;
import io.counterfoil.jackson2.SampleIds.FirstId;
import io.counterfoil.jackson2.SampleIds.SecondId;
import io.counterfoil.jackson2.SampleIds.SessionId;
import io.counterfoil.jackson2.SampleIds.WithoutPrefixId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no id is refused, with the place and the reason. */
@Tag("TI-6")
class InvalidIdJsonTest {

    private final JsonMapper json = JsonMapper.builder().findAndAddModules().build();
    private final JsonMapper lenient = JsonMapper.builder()
            .findAndAddModules()
            .enable(
                    DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT,
                    DeserializationFeature.ACCEPT_EMPTY_ARRAY_AS_NULL_OBJECT,
                    DeserializationFeature.UNWRAP_SINGLE_VALUE_ARRAYS)
            .withCoercionConfigDefaults(
                    config -> config.setCoercion(CoercionInputShape.EmptyString, CoercionAction.AsNull))
            .build();
    private final String account = IdType.of(AccountId.class).next().text();

    record Transfer(AccountId from) {}

    record Batch(List<Transfer> transfers) {}

    @Test
    void anotherTypesId_isRefused_byItsPrefix() throws Exception {
        assertRefused("{\"from\":\"%s\"}".formatted(SessionId.TYPE.next()))
                .hasMessageContaining("AccountId")
                .hasMessageContaining("acct")
                .hasMessageContaining("sess");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "acct_", "acct_zzz", "null", "%s%n"})
    void otherString_isRejected(String text) throws Exception {
        assertRefused("{\"from\":\"%s\"}".formatted(text));
    }

    @Test
    void otherCase_andTheUuid_areRead_andWrittenCanonically() throws Exception {
        AccountId id = IdType.of(AccountId.class).parse(account);

        for (String text : List.of(account.toUpperCase(Locale.ROOT), id.value().toString())) {
            Transfer read = json.readValue("{\"from\":\"%s\"}".formatted(text), Transfer.class);
            assertThat(json.writeValueAsString(read)).isEqualTo("{\"from\":\"%s\"}".formatted(account));
        }
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused(String document) {
        assertThatThrownBy(() -> lenient.readValue(document, Transfer.class))
                .isInstanceOf(InvalidFormatException.class);
        InvalidFormatException refused =
                catchThrowableOfType(InvalidFormatException.class, () -> json.readValue(document, Transfer.class));
        Throwable reason = refused.getCause();
        assertThat(reason).isInstanceOf(InvalidIdException.class);
        return assertThat(refused).hasMessageContaining("[\"from\"]").hasMessageContaining(message(reason));
    }

    private static String message(@Nullable Throwable reason) {
        return String.valueOf(reason == null ? null : reason.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.5", "true", "{}", "{\"value\":\"01890a5d-ac96-774b-bcce-b302099a8057\"}", "[]"})
    void nonString_withAnyCoercionSetting_isRejected(String value) throws Exception {
        for (JsonMapper mapper : List.of(json, lenient)) {
            assertThatThrownBy(() -> mapper.readValue("{\"from\":%s}".formatted(value), Transfer.class))
                    .isInstanceOf(MismatchedInputException.class)
                    .hasMessageContaining("an id (AccountId) is a JSON string, and not ")
                    .hasMessageContaining("[\"from\"]");
        }
    }

    @Test
    void arrayOfOneId_withLenientCoercion_isRejected() throws Exception {
        assertThatThrownBy(() -> lenient.readValue("{\"from\":[\"%s\"]}".formatted(account), Transfer.class))
                .isInstanceOf(MismatchedInputException.class)
                .hasMessageContaining("and not Array value");
    }

    @Test
    void pathToTheId_isNamed() throws Exception {
        assertThatThrownBy(() -> json.readValue(
                        "{\"transfers\":[{\"from\":\"%s\"},{\"from\":\"x\"}]}".formatted(account), Batch.class))
                .hasMessageContaining("[\"transfers\"]")
                .hasMessageContaining("[1]")
                .hasMessageContaining("[\"from\"]");
    }

    @Test
    void keyOfAMap_isRefused_withTheReason() throws Exception {
        assertThatThrownBy(() -> json.readValue(
                        "{\"%s\":1}".formatted(SessionId.TYPE.next()), new TypeReference<Map<AccountId, Long>>() {}))
                .isInstanceOf(InvalidFormatException.class)
                .hasCauseInstanceOf(InvalidIdException.class)
                .hasMessageContaining("an id with prefix \"acct\" (AccountId) expected");
    }

    @Test
    void classWithoutPrefix_isABadDefinition_thatSaysWhatIsMissing() throws Exception {
        assertThatThrownBy(() -> json.readValue("\"x\"", WithoutPrefixId.class))
                .isInstanceOf(InvalidDefinitionException.class)
                .hasMessageContaining("annotate it with @Prefix");
    }

    @Test
    void prefixOfAnotherClass_isABadDefinition_thatNamesBoth() throws Exception {
        IdType.of(FirstId.class);

        assertThatThrownBy(() -> json.readValue("\"x\"", SecondId.class))
                .isInstanceOf(InvalidDefinitionException.class)
                .hasMessageContaining(FirstId.class.getName())
                .hasMessageContaining(SecondId.class.getName());
    }

    @Test
    void textThatIsNoObjectId_isRefused_withTheReason() throws Exception {
        assertThatThrownBy(() -> json.readValue("\"x\"", ObjectId.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasCauseInstanceOf(InvalidIdException.class);
    }
}
