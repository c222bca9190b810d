package io.counterfoil.ledger.api;

import io.counterfoil.samples.support.testing.Contract;
import io.counterfoil.samples.support.testing.OpenApiContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The published document is valid, complete and true; that answers are as it says, {@link Call} sees at every one. */
@Timeout(300)
@Tag("LG-1")
class OpenApiTest extends OpenApiContract {

    /** The document, for all tests. */
    static final Contract PUBLISHED = Contract.of("/static/openapi.json");

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    OpenApiTest() {
        super(PUBLISHED);
    }

    @Override
    protected Contract.Answer served() {
        return SERVICE.api().get("/openapi.json").ok();
    }

    @Override
    protected RequestMappingHandlerMapping mappings() {
        return SERVICE.running().bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    }
}
