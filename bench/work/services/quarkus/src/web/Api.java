package web;

import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import javax.sql.DataSource;
import shop.Shop;

/** The shop on Quarkus. */
@Path("/")
@jakarta.inject.Singleton
@Blocking
public class Api {
    private final Shop shop;

    Api(DataSource database) {
        this.shop = new Shop(database);
    }

    @GET
    @Path("items")
    public String items(@QueryParam("page") int page) {
        return shop.items(page);
    }

    @GET
    @Path("price/{id}")
    public String price(@PathParam("id") int id) {
        return shop.price(id);
    }

    @POST
    @Path("codes")
    public String codes(String text) {
        return shop.codes(text);
    }
}
