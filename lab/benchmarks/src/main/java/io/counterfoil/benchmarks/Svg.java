package io.counterfoil.benchmarks;

import java.util.Locale;

/** An SVG picture that is being written, in light or dark mode according to the reader's setting. */
public final class Svg {

    private static final String STYLE = """
            text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
            .head { font-size: 17px; font-weight: 600 }
            .name { font-weight: 600 }
            .tick { font-size: 11px; fill: #59636e }
            .back { fill: #ffffff }
            .grid { stroke: #d1d9e0; stroke-width: 1 }
            @media (prefers-color-scheme: dark) {
              text { fill: #f0f6fc } .tick { fill: #9198a1 } .back { fill: #0d1117 } .grid { stroke: #3d444d }
            }
            """;

    private final StringBuilder text = new StringBuilder();

    /**
     * Begins a picture with its background and its title.
     *
     * @param style rules for further classes, beside {@code head}, {@code name}, {@code tick} and {@code grid}
     */
    public Svg(int width, int height, String title, String style) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
                width, height, escaped(title));
        text.append("<style>\n").append(STYLE).append(style).append("</style>\n");
        add("<rect class=\"back\" width=\"%d\" height=\"%d\"/>", width, height);
        text(20, 32, "head", "start", title);
    }

    /** Adds a line. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    public void add(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /**
     * Adds a text.
     *
     * @param style the name of its class
     * @param anchor {@code start}, {@code middle} or {@code end}: which part of the text is at the position
     */
    public void text(double x, double y, String style, String anchor, String content) {
        add(
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                style, x, y, anchor, escaped(content));
    }

    /** Ends the picture and returns it. */
    public String end() {
        add("</svg>");
        return text.toString();
    }

    /** The distance of the ticks of an axis, which has at most so many: 1, 2 or 5 times a power of ten. */
    public static double step(double max, int ticks) {
        double raw = max / ticks;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double times = raw / power;
        return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    }

    /** Formats a value with the decimals that the step requires. */
    public static String plain(double value, double step) {
        int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    public static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
