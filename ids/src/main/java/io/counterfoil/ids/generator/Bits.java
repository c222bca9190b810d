package io.counterfoil.ids.generator;

/** Random bits for whoever has taken them. */
interface Bits {

    /** 64 of them. */
    long nextLong();
}
