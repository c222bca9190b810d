package io.counterfoil.ids.generator;

/** Random bits, each for one caller. */
interface Bits {

    /** 64 of them. */
    long nextLong();
}
