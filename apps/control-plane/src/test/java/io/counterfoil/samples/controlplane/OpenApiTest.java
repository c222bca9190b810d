package io.counterfoil.samples.controlplane;

import io.counterfoil.samples.support.testing.Contract;
import io.counterfoil.samples.support.testing.OpenApiContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The published document is valid, complete and true; that answers are as it says, {@link Api} sees at every one. */
@Timeout(600)
@Tag("SG-6")
class OpenApiTest extends OpenApiContract {

    /** The document, for all tests. */
    static final Contract PUBLISHED = Contract.of("/static/openapi.json");

    @RegisterExtension
    static final SharedPlane PLANE = new SharedPlane();

    OpenApiTest() {
        super(PUBLISHED);
    }

    @Override
    protected Contract.Answer served() {
        return PLANE.api().get("/openapi.json");
    }

    @Override
    protected RequestMappingHandlerMapping mappings() {
        return PLANE.plane().server().bean(RequestMappingHandlerMapping.class);
    }
}
