package dev.flamegate.site;

import freemarker.core.HTMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documentation of a checkout as a static site: the pages of {@code contents.txt} and every page, picture and file
 * that they link to. It works from any web server and from disk, loads nothing from elsewhere, and can be searched.
 */
public final class Site {
    private static final String INDEX = "README.md";
    private static final String OVERVIEW = "Overview";
    private static final List<String> FILES = List.of("site.css", "search.js");

    private final Path root;
    private final List<Part> parts;
    private final Map<Path, Markdown> pages = new LinkedHashMap<>();
    private final TreeSet<Path> files = new TreeSet<>();
    private final TreeSet<Path> folders = new TreeSet<>();
    private final List<String> broken = new ArrayList<>();

    /**
     * A part of the contents.
     *
     * @param pages by their paths in the checkout
     */
    record Part(String name, List<Path> pages) {
        Part {
            pages = List.copyOf(pages);
        }
    }

    /** A page in the list of contents, or a section in that of a page; public for the template, like the following. */
    public record Entry(String title, String address, boolean current) {}

    public record Group(String name, List<Entry> entries) {}

    private Site(Path root) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        this.parts = contents();
    }

    /**
     * Writes the site.
     *
     * @param arguments the checkout, and the folder to write to
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Site CHECKOUT FOLDER");
            System.exit(2);
        }
        Site site = read(Path.of(arguments[0]));
        if (!site.broken.isEmpty()) {
            throw new IllegalStateException("broken links:\n" + String.join("\n", site.broken));
        }
        site.write(Path.of(arguments[1]));
        System.out.println(site.pages.size() + " pages are in " + Path.of(arguments[1], "index.html"));
    }

    /** Reads all pages of a checkout, those they link to, and so on. */
    static Site read(Path root) throws IOException {
        Site site = new Site(root);
        Deque<Path> next = new ArrayDeque<>();
        site.parts.forEach(part -> next.addAll(part.pages()));
        while (!next.isEmpty()) {
            Path page = next.remove();
            if (!site.pages.containsKey(page)) {
                Markdown markdown = Markdown.read(Files.readString(site.root.resolve(page)));
                site.pages.put(page, markdown);
                markdown.links().forEach(link -> site.follow(page, link).ifPresent(next::add));
            }
        }
        site.pages.forEach(site::checkAnchors);
        return site;
    }

    /** Links that lead nowhere, each with its page. */
    List<String> broken() {
        return List.copyOf(broken);
    }

    /** All pages by their paths in the checkout. */
    Map<Path, Markdown> pages() {
        return Map.copyOf(pages);
    }

    /** Notes where a link leads; a page that it leads to. */
    private Optional<Path> follow(Path page, String link) {
        if (Markdown.isExternal(link) || Markdown.path(link).isEmpty()) {
            return Optional.empty();
        }
        Path target = target(page, link);
        Path file = root.resolve(target);
        if (!file.normalize().startsWith(root) || !Files.exists(file)) {
            broken.add(page + ": " + link + " does not exist");
        } else if (Files.isDirectory(file)) {
            folders.add(target);
        } else if (isPage(target)) {
            return Optional.of(target);
        } else {
            files.add(target);
        }
        return Optional.empty();
    }

    private void checkAnchors(Path page, Markdown markdown) {
        for (String link : markdown.links()) {
            Optional<String> anchor = Markdown.anchor(link);
            if (Markdown.isExternal(link) || anchor.isEmpty()) {
                continue;
            }
            Markdown target = pages.get(Markdown.path(link).isEmpty() ? page : target(page, link));
            if (target != null
                    && target.sections().stream()
                            .noneMatch(section -> section.anchor().equals(anchor.get()))) {
                broken.add(page + ": " + link + ": there is no such heading");
            }
        }
    }

    /** Writes all of it into a folder; files that are there are replaced. */
    void write(Path folder) throws IOException {
        Template template = template();
        for (Map.Entry<Path, Markdown> page : pages.entrySet()) {
            Path path = page.getKey();
            String body = page.getValue().html(link -> address(path, link), link -> title(path, link));
            write(
                    folder.resolve(htmlOf(path)),
                    render(
                            template,
                            path,
                            page.getValue().title(),
                            page.getValue().sections(),
                            body));
        }
        for (Path listed : folders) {
            List<Path> within = filesWithin(listed);
            files.addAll(within);
            write(
                    folder.resolve(htmlOf(listed.resolve(INDEX))),
                    render(template, listed.resolve(INDEX), listed.toString(), List.of(), listing(listed, within)));
        }
        for (Path file : files) {
            Path copy = folder.resolve(file);
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        for (String name : FILES) {
            try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream(name), name)) {
                Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        write(folder.resolve("search-index.js"), SearchIndex.of(pages, Site::htmlOf));
    }

    private List<Path> filesWithin(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(root.resolve(folder))) {
            return all.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(file -> !file.toString().contains("target"))
                    .sorted()
                    .toList();
        }
    }

    private static String listing(Path folder, List<Path> files) {
        return "<h1>" + folder + "</h1>\n<ul>\n"
                + files.stream()
                        .map(folder::relativize)
                        .map(file -> "<li><a href=\"" + slashes(file) + "\">" + slashes(file) + "</a></li>\n")
                        .collect(Collectors.joining())
                + "</ul>\n";
    }

    private String render(Template template, Path page, String title, List<Markdown.Section> sections, String body) {
        StringWriter out = new StringWriter();
        String up = "../".repeat(page.getNameCount() - 1);
        Map<String, Object> model = Map.of(
                "title", title,
                "up", up,
                "contents", contents(page, up),
                "sections",
                        sections.stream()
                                .filter(section -> section.level() == 2)
                                .map(section -> new Entry(section.heading(), "#" + section.anchor(), false))
                                .toList(),
                "body", body);
        try {
            template.process(model, out);
        } catch (TemplateException | IOException e) {
            throw new IllegalStateException(page + " cannot be written", e);
        }
        return out.toString();
    }

    private List<Group> contents(Path current, String up) {
        return parts.stream()
                .map(part -> new Group(
                        part.name(),
                        part.pages().stream()
                                .map(page -> new Entry(
                                        page.equals(Path.of(INDEX))
                                                ? OVERVIEW
                                                : Objects.requireNonNull(pages.get(page))
                                                        .title(),
                                        up + slashes(htmlOf(page)),
                                        page.equals(current)))
                                .toList()))
                .toList();
    }

    private Optional<String> title(Path page, String link) {
        return Markdown.isExternal(link)
                ? Optional.empty()
                : Optional.ofNullable(pages.get(target(page, link))).map(Markdown::title);
    }

    /** What a link of a page leads to on the site. */
    private String address(Path page, String link) {
        String path = Markdown.path(link);
        if (Markdown.isExternal(link) || path.isEmpty()) {
            return link;
        }
        Path target = target(page, link);
        Path on = folders.contains(target)
                ? htmlOf(target.resolve(INDEX))
                : pages.containsKey(target) ? htmlOf(target) : target;
        Path parent = page.getParent();
        return slashes(parent == null ? on : parent.relativize(on))
                + Markdown.anchor(link).map(anchor -> "#" + anchor).orElse("");
    }

    private static Path target(Path page, String link) {
        return page.resolveSibling(Markdown.path(link)).normalize();
    }

    private static boolean isPage(Path path) {
        return path.toString().endsWith(".md");
    }

    /** The file of a page on the site; a README is its folder's index. */
    static Path htmlOf(Path page) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.equals(INDEX) ? "index.html" : name.replaceAll("\\.md$", ".html"));
    }

    static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }

    private static List<Part> contents() throws IOException {
        List<Part> parts = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream("contents.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\\R")) {
                if (line.startsWith(" ")) {
                    Part last = parts.remove(parts.size() - 1);
                    parts.add(new Part(
                            last.name(),
                            Stream.concat(last.pages().stream(), Stream.of(Path.of(line.strip())))
                                    .toList()));
                } else if (!line.startsWith("#") && !line.isBlank()) {
                    parts.add(new Part(line.strip(), List.of()));
                }
            }
        }
        return parts;
    }

    private static Template template() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(Site.class, "");
        configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        try {
            return configuration.getTemplate("page.ftlh", StandardCharsets.UTF_8.name());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
