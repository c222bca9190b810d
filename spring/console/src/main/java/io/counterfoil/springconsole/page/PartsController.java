package io.counterfoil.springconsole.page;

import io.counterfoil.springboot.NotIdempotent;
import java.io.IOException;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The style and the modules that other pages of the application use as well, for everyone. */
@NotIdempotent
final class PartsController {

    @GetMapping("/counterfoil/parts/{file}")
    ResponseEntity<Resource> part(@PathVariable("file") String file) throws IOException {
        return PageFiles.response("parts", file, CacheControl.noCache());
    }
}
