package io.counterfoil.ids.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdTypes;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The index and the metadata, and what a later compilation and the run time make of them. */
@Tag("TI-4")
class GeneratedResourcesTest {

    private static final String METADATA = "META-INF/native-image/com.example/shop/reachability-metadata.json";

    @TempDir
    Path directory;

    private static String id(String name, String prefix) {
        return "@Prefix(\"%2$s\") record %1$s(UUID value) implements TypedId<%1$s> {}".formatted(name, prefix);
    }

    private Compilation into(String output) {
        return Compilation.into(directory.resolve(output)).option("-Acounterfoil.project=com.example/shop");
    }

    @Test
    void index_listsBinaryClassNames_inTheOrderOfPrefixes() {
        Compilation compilation = into("one")
                .source("Outer", "class Outer { " + id("Nested", "nested") + " }")
                .source("Zebra", id("Zebra", "animal"));

        assertThat(compilation.run()).isEmpty();
        assertThat(compilation.index()).isEqualTo("animal=shop.Zebra\nnested=shop.Outer$Nested\n");
        assertThat(compilation.resources()).containsExactly("META-INF/counterfoil/prefixes", METADATA);
    }

    @Test
    void metadata_hasTheConstructorOfEachClass() {
        Compilation compilation = into("one").source("B", id("B", "b")).source("A", id("A", "a"));

        assertThat(compilation.run()).isEmpty();
        assertThat(compilation.text(METADATA)).isEqualTo("""
                        {
                          "reflection": [
                            {
                              "type": "shop.A",
                              "methods": [{"name": "<init>", "parameterTypes": ["java.util.UUID"]}]
                            },
                            {
                              "type": "shop.B",
                              "methods": [{"name": "<init>", "parameterTypes": ["java.util.UUID"]}]
                            }
                          ]
                        }
                        """);
    }

    @Test
    @Tag("TI-9")
    void metadata_hasTheValueThatTheConstructorTakes() {
        Compilation compilation = into("one")
                .source("A", "@Prefix(\"a\") record A(long value) implements TypedLongId<A> {}")
                .source("B", "@Prefix(\"b\") record B(ObjectId value) implements TypedObjectId<B> {}");

        assertThat(compilation.run()).isEmpty();
        assertThat(compilation.text(METADATA))
                .contains("\"parameterTypes\": [\"long\"]")
                .contains("\"parameterTypes\": [\"io.counterfoil.ids.generator.ObjectId\"]");
    }

    @Test
    void metadata_withoutTheOption_hasAPlaceAllTheSame() {
        Compilation compilation = Compilation.into(directory).source("A", id("A", "a"));

        assertThat(compilation.run()).isEmpty();
        assertThat(compilation.resources())
                .contains("META-INF/native-image/io.counterfoil/prefixes/reachability-metadata.json");
    }

    @Test
    void sourcesInAnotherOrder_giveTheSameBytes() {
        Compilation one = into("one").source("A", id("A", "x")).source("B", id("B", "y"));
        Compilation other = into("other").source("B", id("B", "y")).source("A", id("A", "x"));

        assertThat(one.run()).isEmpty();
        assertThat(other.run()).isEmpty();
        assertThat(one.index()).isEqualTo(other.index());
        assertThat(one.text(METADATA)).isEqualTo(other.text(METADATA));
    }

    @Test
    void partOfTheSources_keepsTheOtherClassesInTheIndex() {
        assertThat(into("out")
                        .source("A", id("A", "a"))
                        .source("B", id("B", "b"))
                        .run())
                .isEmpty();
        Compilation later = into("out").source("B", id("B", "renamed"));

        assertThat(later.run()).isEmpty();
        assertThat(later.index()).isEqualTo("a=shop.A\nrenamed=shop.B\n");
        assertThat(later.text(METADATA)).contains("shop.A", "shop.B");
    }

    @Test
    void partOfTheSources_forgetsClassesThatAreGone() throws IOException {
        assertThat(into("out")
                        .source("A", id("A", "a"))
                        .source("B", id("B", "b"))
                        .run())
                .isEmpty();
        Files.delete(directory.resolve("out/shop/A.class"));
        Compilation later = into("out").source("C", id("C", "a"));

        assertThat(later.run()).isEmpty();
        assertThat(later.index()).isEqualTo("a=shop.C\nb=shop.B\n");
    }

    @Test
    void prefixOfAClassThatWasCompiledBefore_isRefused() {
        assertThat(into("out").source("A", id("A", "a")).run()).isEmpty();
        Compilation later = into("out").source("B", id("B", "a"));

        assertThat(later.run())
                .containsExactly("ERROR 2: prefix \"a\" already belongs to shop.A and cannot be defined for shop.B");
        assertThat(later.index()).isEqualTo("a=shop.A\n");
    }

    @Test
    void indexThatIsNone_isAnErrorThatSaysWhatToDo() throws IOException {
        Path index = directory.resolve("out/META-INF/counterfoil/prefixes");
        Files.createDirectories(index.getParent());
        Files.writeString(index, "spoiled\n");

        assertThat(into("out").source("A", id("A", "a")).run())
                .first()
                .asString()
                .contains("META-INF/counterfoil/prefixes", "\"spoiled\"", "build from clean");
    }

    @Test
    @Tag("TI-5")
    void discover_readsWhatTheCompilerWrote() throws Exception {
        String cart = """
                @Prefix("processor_cart") public record Cart(UUID value) implements TypedId<Cart> {
                    public static final IdType<Cart> TYPE = IdType.of(Cart.class, Cart::new);
                }""";
        assertThat(into("jar").source("Cart", cart).run()).isEmpty();

        try (URLClassLoader loader = loader("jar")) {
            IdTypes types = IdTypes.discover(loader);
            AnyTypedId<?> id =
                    types.parse(types.types().iterator().next().next().text());

            assertThat(id.getClass().getName()).isEqualTo("shop.Cart");
            assertThat(id.text()).startsWith("processor_cart_");
        }
    }

    @Test
    void discover_onePrefixOfTwoJars_isRefusedAtStart() throws Exception {
        assertThat(into("one").source("Dish", id("Dish", "processor_dish")).run())
                .isEmpty();
        assertThat(into("other").source("Bowl", id("Bowl", "processor_dish")).run())
                .isEmpty();

        try (URLClassLoader loader = loader("one", "other")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> IdTypes.discover(loader))
                    .withMessageContaining("shop.Dish")
                    .withMessageContaining("shop.Bowl");
        }
    }

    private URLClassLoader loader(String... outputs) throws IOException {
        URL[] urls = new URL[outputs.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = directory.resolve(outputs[i]).toUri().toURL();
        }
        return new URLClassLoader(urls, getClass().getClassLoader());
    }
}
