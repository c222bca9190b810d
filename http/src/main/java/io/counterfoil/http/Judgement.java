package io.counterfoil.http;

/** A response, and the word for what it says of its request. */
record Judgement(Disposition disposition, Response response) {}
