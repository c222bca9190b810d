package io.counterfoil.jackson2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.IdTypes;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.jackson2.SampleIds.AccountId;
import io.counterfoil.jackson2.SampleIds.CompanyId;
import io.counterfoil.jackson2.SampleIds.OwnerId;
import io.counterfoil.jackson2.SampleIds.PersonId;
import io.counterfoil.jackson2.SampleIds.SessionId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A field that holds ids of several types is read by the prefix. */
@Tag("TI-5")
@Tag("TI-6")
class AnyIdJsonTest {

    private final JsonMapper json = JsonMapper.builder()
            .findAndAddModules()
            .addModule(new TypedIdJackson2Module(IdTypes.of(AccountId.class, PersonId.class, CompanyId.class)))
            .build();
    private final AccountId account = IdType.of(AccountId.class).next();
    private final CompanyId company = IdType.of(CompanyId.class).next();

    record Audit(@Nullable TypedId<?> subject) {}

    record Car(OwnerId<?> owner) {}

    @Test
    void id_isOfTheTypeItsPrefixNames() throws Exception {
        for (TypedId<?> subject : new TypedId<?>[] {account, company}) {
            Audit audit = new Audit(subject);
            assertThat(json.readValue(json.writeValueAsString(audit), Audit.class))
                    .isEqualTo(audit);
        }
        assertThat(json.readValue("{\"subject\":null}", Audit.class).subject()).isNull();
    }

    @Test
    void keyOfAMap_isOfTheTypeItsPrefixNames() throws Exception {
        Map<TypedId<?>, Integer> counts = Map.of(account, 1, company, 2);

        assertThat(json.readValue(json.writeValueAsString(counts), new TypeReference<Map<TypedId<?>, Integer>>() {}))
                .isEqualTo(counts);
    }

    @Test
    void unknownPrefix_isRefused_withTheKnownOnes() throws Exception {
        assertThatThrownBy(() -> json.readValue("{\"subject\":\"%s\"}".formatted(SessionId.TYPE.next()), Audit.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasCauseInstanceOf(InvalidIdException.class)
                .hasMessageContaining("\"sess\" is not one of the known prefixes [acct, company, person]")
                .hasMessageContaining("[\"subject\"]");
    }

    @Test
    void interfaceOfSomeTypes_takesThoseAlone() throws Exception {
        Car car = new Car(company);

        assertThat(json.readValue(json.writeValueAsString(car), Car.class)).isEqualTo(car);
        assertThatThrownBy(() -> json.readValue("{\"owner\":\"%s\"}".formatted(account.text()), Car.class))
                .isInstanceOf(InvalidFormatException.class)
                .hasCauseInstanceOf(InvalidIdException.class)
                .hasMessageContaining("a OwnerId expected, found prefix \"acct\" of a AccountId");
    }

    @Test
    void withoutTypes_nothingButNullIsRead_andTheErrorSaysWhatToDo() throws Exception {
        JsonMapper plain = JsonMapper.builder().findAndAddModules().build();

        assertThat(plain.readValue("{\"subject\":null}", Audit.class).subject()).isNull();
        assertThatThrownBy(() -> plain.readValue("{\"subject\":\"%s\"}".formatted(account.text()), Audit.class))
                .isInstanceOf(InvalidDefinitionException.class)
                .hasMessageContaining("new TypedIdJackson2Module(IdTypes.of(...))")
                .hasMessageContaining("[\"subject\"]");
    }

    @Test
    void moduleWithTypes_addedFirst_isUsed() throws Exception {
        JsonMapper other = JsonMapper.builder()
                .addModule(new TypedIdJackson2Module(IdTypes.of(AccountId.class)))
                .findAndAddModules()
                .build();
        Audit audit = new Audit(account);

        assertThat(other.readValue(other.writeValueAsString(audit), Audit.class))
                .isEqualTo(audit);
    }
}
