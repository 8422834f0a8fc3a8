import org.jsoup.Jsoup;

/** Parses a page of two hundred offers and takes its text. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        StringBuilder page = new StringBuilder("<html><head><title>Offers</title></head><body><ul id=\"offers\">");
        for (int i = 0; i < 200; i++) {
            page.append("<li class=\"offer new\" data-sku=\"").append(i).append("\"><a href=\"/offers/").append(i)
                    .append("\">Bolt &amp; nut ").append(i).append("</a><p>In stock,<br>sent <b>today</b>.</p></li>\n");
        }
        String html = page.append("</ul></body></html>").toString();
        Serve.work(() -> Jsoup.parse(html).text().length());
    }
}
