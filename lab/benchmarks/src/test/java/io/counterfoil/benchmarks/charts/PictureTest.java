package io.counterfoil.benchmarks.charts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pictures in the documents are what {@code ./bench charts} draws of their tables. */
class PictureTest {

    private static final Path DOCUMENTS = Path.of("..", "notes");

    static List<Picture> pictures() {
        return Picture.ALL;
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void picture_isWhatTheTablesSay(Picture picture) throws Exception {
        assertThat(DOCUMENTS.resolve(picture.file())).content().isEqualTo(picture.svg(DOCUMENTS));
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void document_showsThePicture(Picture picture) throws Exception {
        assertThat(Files.readString(DOCUMENTS.resolve(picture.document()))).contains("](" + picture.file() + ")");
    }

    @Test
    void noOtherPicture_isLeft() throws Exception {
        try (Stream<Path> files = Files.list(DOCUMENTS)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("benchmarks-")))
                    .containsExactlyInAnyOrderElementsOf(
                            Picture.ALL.stream().map(Picture::file).toList());
        }
    }
}
