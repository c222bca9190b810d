package io.counterfoil.soak;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives jqwik properties the seed of the round, and multiplies their declared tries by {@code soak.tries}. jqwik finds
 * this hook by its service file. A configuration parameter would affect only properties that declare no tries.
 */
public final class DeepProperties implements AroundPropertyHook {

    public DeepProperties() {}

    /** Otherwise the hook would apply to the engine only. */
    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        PropertyAttributes attributes = context.attributes();
        @Nullable String seed = System.getProperty("test.seed");
        if (seed != null) {
            attributes.setSeed(seed);
        }
        int declared = attributes.tries().orElse(1000);
        attributes.setTries(Math.multiplyExact(declared, Integer.getInteger("soak.tries", 1)));
        PropertyExecutionResult result = property.execute();
        Report.add("tries", result.countTries());
        return result;
    }
}
