package io.counterfoil.transparency;

import io.counterfoil.testkit.transparency.DifferentUnderAKey;
import io.counterfoil.testkit.transparency.TestRequest;
import java.util.List;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * One row of the contract.
 *
 * @param seed statements that make the rows which the request finds
 * @param on the databases on which it is executed
 * @param shows the differences that it shows
 */
public record HandlerShape(
        String name, TestRequest request, List<String> seed, List<Engine> on, List<DifferentUnderAKey> shows) {

    /** A shape without rows, on every database. */
    public static HandlerShape of(String name, TestRequest request) {
        return new HandlerShape(name, request, List.of(), List.of(Engine.values()), List.of());
    }

    /** The shapes of a class's handlers. */
    static List<HandlerShape> in(Class<?> controller) {
        return List.of(controller.getDeclaredMethods()).stream()
                .filter(method -> AnnotatedElementUtils.hasAnnotation(method, Shape.class))
                .map(method -> method.getAnnotation(Shape.class))
                .map(HandlerShape::of)
                .toList();
    }

    private static HandlerShape of(Shape shape) {
        TestRequest request = TestRequest.post(shape.target().isEmpty() ? shape.value() : shape.target());
        for (String field : shape.fields()) {
            int colon = field.indexOf(": ");
            request = request.field(field.substring(0, colon), field.substring(colon + 2));
        }
        return new HandlerShape(
                shape.value(),
                shape.body().isEmpty() ? request : request.body(shape.type(), shape.body()),
                List.of(shape.seed()),
                List.of(shape.on()),
                List.of(shape.shows()));
    }
}
