package io.counterfoil.springconsole.page;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.MediaTypeFactory;
import org.springframework.http.ResponseEntity;

/** The files of the page, which are resources. */
final class PageFiles {

    private static final Pattern NAME = Pattern.compile("[\\w-]{1,60}(?:\\.[\\w-]{1,20}){1,3}");

    private PageFiles() {}

    /** The file of this name; 404 where there is none. */
    static ResponseEntity<Resource> response(String folder, String file, CacheControl caching) throws IOException {
        Resource resource = new ClassPathResource("counterfoil-console/" + folder + "/" + file);
        Optional<MediaType> type = MediaTypeFactory.getMediaType(file);
        if (!NAME.matcher(file).matches() || type.isEmpty() || !resource.exists()) {
            return ResponseEntity.notFound().build();
        }
        return ResponseEntity.ok()
                .contentType(type.get())
                .cacheControl(caching)
                .lastModified(resource.lastModified())
                .body(resource);
    }
}
