import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import org.h2.jdbcx.JdbcConnectionPool;
import shop.Shop;

/** The shop on Vert.x: what the database answers comes from a pool of workers, all else from the event loop. */
public final class Main extends AbstractVerticle {
    public static void main(String[] args) {
        Vertx.vertx().deployVerticle(new Main()).onFailure(failure -> System.exit(1));
    }

    @Override
    public void start() {
        Shop shop = new Shop(JdbcConnectionPool.create("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1", "sa", ""));
        Router router = Router.router(vertx);
        router.route().handler(BodyHandler.create(false));
        router.get("/health").handler(context -> context.end("up"));
        router.get("/items").handler(context -> answer(context,
                vertx.executeBlocking(() -> shop.items(Integer.parseInt(context.request().getParam("page"))))));
        router.get("/price/:id").handler(context ->
                context.end(shop.price(Integer.parseInt(context.pathParam("id")))));
        router.post("/codes").handler(context -> context.end(shop.codes(context.body().asString())));
        vertx.createHttpServer().requestHandler(router).listen(Integer.parseInt(System.getenv("PORT")), "127.0.0.1");
    }

    private static void answer(RoutingContext context, Future<String> text) {
        text.onSuccess(context::end).onFailure(context::fail);
    }
}
