package io.counterfoil.springconsole.page;

import io.counterfoil.springconsole.ConsoleController;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The page itself, and which services it shows. */
@ConsoleController
final class PageController {

    private static final Resource PAGE = new ClassPathResource("counterfoil-console/index.html");

    private final String service;

    /** @param service the application's name */
    PageController(String service) {
        this.service = service;
    }

    /** All addresses in the page are relative to the one with the slash. */
    @GetMapping("/counterfoil")
    ResponseEntity<Void> withoutSlash() {
        return ResponseEntity.status(HttpStatus.FOUND)
                .location(URI.create("counterfoil/"))
                .build();
    }

    @GetMapping("/counterfoil/")
    ResponseEntity<Resource> page() {
        return ResponseEntity.ok().contentType(MediaType.TEXT_HTML).body(PAGE);
    }

    @GetMapping("/counterfoil/page/{file}")
    ResponseEntity<Resource> file(@PathVariable("file") String file) throws IOException {
        return PageFiles.response("page", file, CacheControl.empty());
    }

    @GetMapping("/counterfoil/services")
    List<Map<String, String>> services() {
        return List.of(Map.of("name", service, "base", "api/"));
    }
}
