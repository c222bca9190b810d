package io.counterfoil.bank;

import static org.springframework.web.servlet.mvc.method.annotation.MvcUriComponentsBuilder.fromMethodName;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ObjectId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Every way that an id comes in and goes out. Answers in plain text name the UUID, so that nothing but the type was read. */
@RestController
@EnableConfigurationProperties(BankController.Settings.class)
public class BankController {

    private final Settings settings;

    BankController(Settings settings) {
        this.settings = settings;
    }

    @ConfigurationProperties("bank")
    record Settings(@Nullable AccountId house) {}

    record Transfer(
            AccountId from,
            List<AccountId> to,
            Map<AccountId, Long> limits,
            @Nullable SessionId session,
            @Nullable AnyTypedId<?> subject) {}

    record UndefinedId(UUID value) implements TypedId<UndefinedId> {}

    record Form(AccountId from, Optional<SessionId> session) {}

    @GetMapping("/accounts/{id}")
    public String account(@PathVariable AccountId id) {
        return "account " + id.value();
    }

    @GetMapping("/links/{id}")
    String link(@PathVariable AccountId id, @RequestParam SessionId session) {
        return fromMethodName(BankController.class, "account", id).build().toUriString() + " "
                + fromMethodName(BankController.class, "search", List.of(id, id), Optional.of(session))
                        .build()
                        .toUriString();
    }

    @GetMapping("/search")
    public String search(@RequestParam List<AccountId> account, @RequestParam Optional<SessionId> session) {
        return account.stream().map(AccountId::value).toList() + " "
                + session.map(SessionId::value).map(Object::toString).orElse("none");
    }

    @GetMapping("/head")
    String head(@RequestHeader("X-Session") SessionId session) {
        return "session " + session.value();
    }

    @PostMapping("/form")
    String form(@ModelAttribute Form form) {
        return form.from().value() + " "
                + form.session().map(SessionId::value).map(Object::toString).orElse("none");
    }

    @PostMapping("/transfers")
    Transfer transfer(@RequestBody Transfer transfer) {
        return transfer;
    }

    @GetMapping("/any/{id}")
    String any(@PathVariable AnyTypedId<?> id) {
        return id.getClass().getSimpleName();
    }

    @GetMapping("/undefined/{id}")
    String undefined(@PathVariable UndefinedId id) {
        return id.text();
    }

    @GetMapping("/documents/{id}")
    ObjectId document(@PathVariable ObjectId id) {
        return id;
    }

    @GetMapping("/events/{id}")
    String event(@PathVariable EventId id, @RequestParam PageId page) {
        return id.value() + " " + page.value();
    }

    @GetMapping("/house")
    String house() {
        AccountId house = settings.house();
        return house == null ? "none" : house.text();
    }

    @GetMapping("/corrupt")
    String corrupt() {
        return IdType.of(AccountId.class).parse("what the database holds").text();
    }
}
