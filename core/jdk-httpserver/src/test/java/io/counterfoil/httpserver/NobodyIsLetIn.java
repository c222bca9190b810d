package io.counterfoil.httpserver;

import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;

final class NobodyIsLetIn extends Authenticator {

    @Override
    public Result authenticate(HttpExchange exchange) {
        return new Failure(403);
    }
}
