package io.counterfoil.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.jackson.SampleIds.AccountId;
import io.counterfoil.jackson.SampleIds.CompanyId;
import io.counterfoil.jackson.SampleIds.OwnerId;
import io.counterfoil.jackson.SampleIds.PersonId;
import io.counterfoil.jackson.SampleIds.SessionId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.json.JsonMapper;

/** A field that holds ids of several types is read by the prefix. */
@Tag("TI-5")
@Tag("TI-6")
class AnyIdJsonTest {

    private final JsonMapper json = JsonMapper.builder()
            .findAndAddModules()
            .addModule(new TypedIdModule(IdTypes.of(AccountId.class, PersonId.class, CompanyId.class)))
            .build();
    private final AccountId account = IdType.of(AccountId.class).next();
    private final CompanyId company = IdType.of(CompanyId.class).next();

    record Audit(@Nullable TypedId<?> subject) {}

    record Car(OwnerId<?> owner) {}

    @Test
    void id_isOfTheTypeItsPrefixNames() {
        for (TypedId<?> subject : new TypedId<?>[] {account, company}) {
            Audit audit = new Audit(subject);
            assertThat(json.readValue(json.writeValueAsString(audit), Audit.class))
                    .isEqualTo(audit);
        }
        assertThat(json.readValue("{\"subject\":null}", Audit.class).subject()).isNull();
    }

    @Test
    void keyOfAMap_isOfTheTypeItsPrefixNames() {
        Map<TypedId<?>, Integer> counts = Map.of(account, 1, company, 2);

        assertThat(json.readValue(json.writeValueAsString(counts), new TypeReference<Map<TypedId<?>, Integer>>() {}))
                .isEqualTo(counts);
    }

    @Test
    void unknownPrefix_isRefused_withTheKnownOnes() {
        assertThatThrownBy(() -> json.readValue("{\"subject\":\"%s\"}".formatted(SessionId.TYPE.next()), Audit.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasCauseInstanceOf(InvalidIdException.class)
                .hasMessageContaining("\"sess\" is not one of the known prefixes [acct, company, person]")
                .hasMessageContaining("[\"subject\"]");
    }

    @Test
    void interfaceOfSomeTypes_takesThoseAlone() {
        Car car = new Car(company);

        assertThat(json.readValue(json.writeValueAsString(car), Car.class)).isEqualTo(car);
        assertThatThrownBy(() -> json.readValue("{\"owner\":\"%s\"}".formatted(account.text()), Car.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasCauseInstanceOf(InvalidIdException.class)
                .hasMessageContaining("a OwnerId expected, found prefix \"acct\" of a AccountId");
    }

    @Test
    void withoutTypes_nothingButNullIsRead_andTheErrorSaysWhatToDo() {
        JsonMapper plain = JsonMapper.builder().findAndAddModules().build();

        assertThat(plain.readValue("{\"subject\":null}", Audit.class).subject()).isNull();
        assertThatThrownBy(() -> plain.readValue("{\"subject\":\"%s\"}".formatted(account.text()), Audit.class))
                .isInstanceOf(InvalidDefinitionException.class)
                .hasMessageContaining("new TypedIdModule(IdTypes.of(...))")
                .hasMessageContaining("[\"subject\"]");
    }
}
