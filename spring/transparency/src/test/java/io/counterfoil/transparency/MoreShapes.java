package io.counterfoil.transparency;

import java.util.List;

/** Shapes that are no handler's: requests that others answer. */
@FunctionalInterface
public interface MoreShapes {
    List<HandlerShape> shapes();
}
