package io.counterfoil.springboot.actuate;

/** What the actuator shows, for tests of other packages. */
public final class ActuatorView {

    private ActuatorView() {}

    /** Finds the beans of an application. */
    public interface Beans {

        /** The bean of this type. */
        <T> T bean(Class<T> type);
    }

    /** The state of the endpoint {@code counterfoil}, as text. */
    public static String state(Beans beans) {
        return beans.bean(CounterfoilEndpoint.class).state().toString();
    }
}
