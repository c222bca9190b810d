package io.counterfoil.ids.snowflake;

/** A machine id that the configuration names. */
record MachineIdFixed(int value) implements MachineId {

    MachineIdFixed {
        if (value < 0 || value > MAX) {
            throw new IllegalArgumentException("a machine id must be from 0 to %s, not %s".formatted(MAX, value));
        }
    }

    @Override
    public long firstMillis() {
        return 0;
    }

    @Override
    public long lastMillis() {
        return Long.MAX_VALUE;
    }

    @Override
    public String toString() {
        return "fixed machine id " + value;
    }
}
