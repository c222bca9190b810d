package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.SampleIds.LedgerId;
import io.counterfoil.ids.SampleIds.PostId;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("TI-4")
class PrefixIndexTest {

    private static final String LEDGER = "ldg=" + LedgerId.class.getName() + "\n";
    private static final String POST = "post=" + PostId.class.getName() + "\n";

    @TempDir
    Path directory;

    private int roots;

    private URL root(String index) throws IOException {
        Path root = directory.resolve("root" + roots++);
        Path file = root.resolve("META-INF/counterfoil/prefixes");
        Files.createDirectories(file.getParent());
        Files.writeString(file, index);
        return root.toUri().toURL();
    }

    private URL jar(String index) throws IOException {
        Path jar = directory.resolve("root" + roots++ + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new ZipEntry("META-INF/counterfoil/prefixes"));
            entries.write(index.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return jar.toUri().toURL();
    }

    private static IdTypes discover(URL... roots) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(roots, PrefixIndexTest.class.getClassLoader())) {
            return IdTypes.discover(loader);
        }
    }

    @Test
    @Tag("TI-5")
    void discover_findsTheTypesOfEveryIndex() throws IOException {
        IdTypes types = discover(root(POST), jar(LEDGER));
        LedgerId id = LedgerId.TYPE.next();

        assertThat(types.types()).containsExactly(LedgerId.TYPE, PostId.TYPE);
        assertThat(types.parse(id.text())).isEqualTo(id);
    }

    @Test
    void discover_oneClassInTwoIndexes_isOneType() throws IOException {
        assertThat(discover(root(LEDGER), jar(LEDGER)).types()).containsExactly(LedgerId.TYPE);
    }

    @Test
    void discover_onePrefixInTwoJars_isRefusedAndNamesBoth() throws IOException {
        URL one = jar(LEDGER);
        URL other = jar("ldg=com.example.LodgeId\n");

        assertThatIllegalStateException()
                .isThrownBy(() -> discover(one, other))
                .withMessageContaining("prefix \"ldg\"")
                .withMessageContaining(LedgerId.class.getName())
                .withMessageContaining("com.example.LodgeId")
                .withMessageContaining(one.toString())
                .withMessageContaining(other.toString());
    }

    @Test
    void discover_anIndexThatDoesNotMatchItsClasses_isRefused() throws IOException {
        URL gone = root("gone=com.example.Gone\n");
        URL renamed = root("ledger=" + LedgerId.class.getName() + "\n");
        URL noId = root("text=java.lang.String\n");
        URL noLine = root("what is this\n");

        assertThatIllegalStateException()
                .isThrownBy(() -> discover(gone))
                .withMessageContaining("class com.example.Gone (of " + gone);
        assertThatIllegalStateException()
                .isThrownBy(() -> discover(renamed))
                .withMessageContaining("has prefix \"ldg\", not \"ledger\"");
        assertThatIllegalStateException()
                .isThrownBy(() -> discover(noId))
                .withMessageContaining("java.lang.String")
                .withMessageContaining("is no io.counterfoil.ids.AnyTypedId");
        assertThatIllegalStateException()
                .isThrownBy(() -> discover(noLine))
                .withMessageContaining("\"what is this\"")
                .withMessageContaining(noLine.toString());
    }

    @Test
    void discover_withoutAnyIndex_saysWhatToDo() {
        assertThatIllegalStateException()
                .isThrownBy(() -> discover())
                .withMessageContaining("counterfoil-ids-processor");
    }
}
