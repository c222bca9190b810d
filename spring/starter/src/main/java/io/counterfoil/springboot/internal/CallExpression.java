package io.counterfoil.springboot.internal;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** An expression on the arguments of a method: {@code #command.requestId}, {@code #p0}; and on more variables. Thread-safe. */
public final class CallExpression {

    private static final SpelExpressionParser PARSER = new SpelExpressionParser();
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

    private final String setting;
    private final Method method;
    private final SpelExpression expression;

    private CallExpression(String setting, Method method, SpelExpression expression) {
        this.setting = setting;
        this.method = method;
        this.expression = expression;
    }

    /**
     * Reads one.
     *
     * @param setting where it is written, for messages
     * @param more names of variables beside the arguments
     * @throws IllegalArgumentException when it cannot be read, or names an argument that there is not
     */
    public static CallExpression of(String setting, String text, Method method, String... more) {
        try {
            SpelExpression expression = PARSER.parseRaw(text);
            refuseUnknown(setting, expression.getAST(), known(method, more));
            return new CallExpression(setting, method, expression);
        } catch (ParseException unreadable) {
            throw new IllegalArgumentException(
                    setting + " is not a valid expression: " + unreadable.getMessage(), unreadable);
        }
    }

    private static List<String> known(Method method, String... more) {
        List<String> known = new ArrayList<>(List.of("#root", "#this"));
        for (String name : more) {
            known.add("#" + name);
        }
        @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (names != null && names[i] != null) {
                known.add("#" + names[i]);
            }
            known.add("#p" + i);
            known.add("#a" + i);
        }
        return known;
    }

    private static void refuseUnknown(String setting, @Nullable SpelNode node, List<String> known) {
        if (node == null) {
            return;
        }
        if (node instanceof VariableReference variable && !known.contains(variable.toStringAST())) {
            throw new IllegalArgumentException(setting + " names " + variable.toStringAST() + ", and there are "
                    + String.join(", ", known.subList(2, known.size()))
                    + " (names of parameters need the compiler's option -parameters)");
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            refuseUnknown(setting, node.getChild(i), known);
        }
    }

    /** The value; the target is null where there is none. */
    public @Nullable Object evaluate(@Nullable Object target, @Nullable Object[] arguments) {
        return evaluate(target, arguments, Map.of());
    }

    private @Nullable Object evaluate(@Nullable Object target, @Nullable Object[] arguments, Map<String, ?> more) {
        MethodBasedEvaluationContext context =
                new MethodBasedEvaluationContext(target == null ? method : target, method, arguments, NAMES);
        more.forEach(context::setVariable);
        return expression.getValue(context);
    }

    /**
     * The value as text, with more variables.
     *
     * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when it has no one text
     */
    public String text(@Nullable Object target, @Nullable Object[] arguments, Map<String, ?> more) {
        return Texts.of(setting, evaluate(target, arguments, more));
    }

    /** The value as text: of what is text, or has one plain form. */
    public String text(@Nullable Object target, @Nullable Object[] arguments) {
        return Texts.of(setting, evaluate(target, arguments));
    }
}
