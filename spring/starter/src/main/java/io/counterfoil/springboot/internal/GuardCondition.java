package io.counterfoil.springboot.internal;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;

/** Whether requests are guarded: unless {@code counterfoil.guard} is {@code none}. */
public final class GuardCondition extends NoneNestedConditions {

    GuardCondition() {
        super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty(name = "counterfoil.guard", havingValue = "none")
    static class Off {}
}
