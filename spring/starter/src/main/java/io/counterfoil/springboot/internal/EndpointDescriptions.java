package io.counterfoil.springboot.internal;

import java.util.List;
import java.util.Map;

/** What the actuator shows of the endpoints of the application that have settings of their own. */
@FunctionalInterface
public interface EndpointDescriptions {

    /** Method, path, whether requests are guarded, and each setting with its value and source, as JSON. */
    List<Map<String, Object>> describe();
}
