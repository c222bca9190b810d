package io.counterfoil.testkit.architecture;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads the texts of a class file: names and string literals (JVM specification, section 4.4). */
final class ConstantPool {

    private static final int MAGIC = 0xcafebabe;

    private ConstantPool() {}

    static List<String> textsOf(InputStream classFile) throws IOException {
        DataInputStream in = new DataInputStream(classFile);
        if (in.readInt() != MAGIC) {
            throw new IOException("not a class file");
        }
        in.skipNBytes(4); // the version
        int size = in.readUnsignedShort();
        List<String> texts = new ArrayList<>();
        for (int entry = 1; entry < size; entry++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.add(in.readUTF());
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    entry++; // long and double take two entries
                }
                default -> throw new IOException("unknown constant of kind " + tag);
            }
        }
        return texts;
    }
}
