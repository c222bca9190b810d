package io.counterfoil.samples.printed;

import io.counterfoil.samples.printed.Pieces.Kind;
import io.counterfoil.samples.printed.Pieces.Piece;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The source of a class round a block: declarations are its members, and statements are the body of a method of it. */
final class PrintedClass {

    /** A type that is static, behind a comment that an import has left. */
    private static final Pattern STATIC = Pattern.compile("(//[^\n]*|\\s)*static ");

    private final Block block;
    private final Set<String> imports = new HashSet<>();
    private final List<String> lines = new ArrayList<>();
    private final List<String> places = new ArrayList<>();

    PrintedClass(Block block) {
        this.block = block;
        add("package printed;", block.where());
    }

    void addImports(List<Piece> pieces) {
        for (Piece piece : pieces) {
            if (piece.kind() == Kind.IMPORT && imports.add(piece.text().strip())) {
                add(piece, piece.text());
            }
        }
    }

    /** Adds a class of what the block declares, its variables as fields, for those that continue it. */
    void addDeclarations(List<Piece> pieces, String name, String parent) {
        begin(pieces, name, parent);
        for (Piece piece : pieces) {
            if (piece.kind() == Kind.VARIABLE) {
                add(piece, piece.text());
            }
        }
        add("}", block.where());
    }

    /** Adds a class of the block. */
    void addBlock(List<Piece> pieces, String name, String parent) {
        begin(pieces, name, parent);
        add("Object printed(boolean run) throws Exception { if (run) {", block.where());
        for (Piece piece : pieces) {
            if (piece.kind() == Kind.VARIABLE || piece.kind() == Kind.STATEMENT) {
                // An expression is printed without a semicolon.
                boolean ended = piece.text().stripTrailing().matches("(?s).*[;}]");
                add(piece, ended ? piece.text() : piece.text() + ";");
            }
        }
        add("} return null; } }", block.where());
    }

    private void begin(List<Piece> pieces, String name, String parent) {
        add("class " + name + " extends " + parent + " { " + name + "() throws Exception {}", block.where());
        for (Piece piece : pieces) {
            if (piece.kind() == Kind.TYPE) {
                // As a type in a file of its own, it has no surrounding object.
                add(piece, STATIC.matcher(piece.text()).lookingAt() ? piece.text() : "static " + piece.text());
            } else if (piece.kind() == Kind.MEMBER) {
                add(piece, piece.text());
            }
        }
    }

    private void add(Piece piece, String text) {
        int line = piece.line();
        for (String printed : text.split("\n", -1)) {
            add(printed, block.document() + ":" + line++);
        }
    }

    private void add(String line, String place) {
        lines.add(line);
        places.add(place);
    }

    String text() {
        return lines.stream().collect(Collectors.joining("\n"));
    }

    /** Where the line of this source is printed. */
    String place(int line) {
        return line < 1 || line > places.size()
                ? block.where()
                : places.get(line - 1) + ": `" + lines.get(line - 1).strip() + "`";
    }
}
