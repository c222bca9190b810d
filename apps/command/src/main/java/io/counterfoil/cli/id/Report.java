package io.counterfoil.cli.id;

/** Prints inspections one after the other. */
@FunctionalInterface
interface Report {

    void write(Inspection inspection);
}
