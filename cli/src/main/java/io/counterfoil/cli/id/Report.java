package io.counterfoil.cli.id;

/** Where inspections are written, one after the other. */
@FunctionalInterface
interface Report {

    void write(Inspection inspection);
}
