package dev.flamegate.report.template;

import dev.flamegate.format.Escapes;
import dev.flamegate.os.Sha256;
import freemarker.core.HTMLOutputFormat;
import freemarker.core.TemplateHTMLOutputModel;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateModelException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * The templates and other files next to a class. Every text in a page is escaped by {@link Escapes#html}, numbers are
 * written plainly; safe for use from several threads.
 */
public final class Templates {
    private final Class<?> beside;
    private final Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);

    /** FreeMarker's HTML format with another function that escapes. */
    private static final class Html extends HTMLOutputFormat {
        static final Html FORMAT = new Html();

        private static final class Markup extends TemplateHTMLOutputModel {
            Markup(@Nullable String plain, @Nullable String markup) {
                super(plain, markup);
            }

            @Override
            public HTMLOutputFormat getOutputFormat() {
                return FORMAT;
            }
        }

        @Override
        public void output(String text, Writer out) throws IOException {
            out.write(Escapes.html(text));
        }

        @Override
        public String escapePlainText(String text) {
            return Escapes.html(text);
        }

        @Override
        protected TemplateHTMLOutputModel newTemplateMarkupOutputModel(
                @Nullable String plain, @Nullable String markup) {
            return new Markup(plain, markup);
        }
    }

    public Templates(Class<?> beside) {
        this.beside = beside;
        configuration.setClassForTemplateLoading(beside, "");
        configuration.setRegisteredCustomOutputFormats(List.of(Html.FORMAT));
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setTimeZone(TimeZone.getTimeZone("UTC"));
        configuration.setNumberFormat("c");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        configuration.setFallbackOnNullLoopVariable(false);
    }

    public String render(String template, Map<String, Object> model) {
        StringWriter text = new StringWriter();
        try {
            configuration.getTemplate(template).process(model, text);
        } catch (IOException | TemplateException e) {
            throw new IllegalStateException("template " + template + " failed: " + e.getMessage(), e);
        }
        return text.toString().replace("\r\n", "\n");
    }

    /** A file as it is, except for its line ends. */
    public String resource(String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from this build of flamegate: install it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " could not be read from this build of flamegate", e);
        }
    }

    /** A script or style as a page's content security policy names it. */
    public static String hash(String text) {
        byte[] digest = Sha256.bytes(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }

    /** Markup made here, which a template copies as it is. */
    public static TemplateHTMLOutputModel markup(String markup) {
        try {
            return Html.FORMAT.fromMarkup(markup);
        } catch (TemplateModelException e) {
            throw new IllegalStateException("markup could not be wrapped: " + e.getMessage(), e);
        }
    }
}
