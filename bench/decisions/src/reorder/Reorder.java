import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Writes sources that do the same in another layout: methods and nested types in reverse order, private methods renamed. A
 * harmless commit, as opposed to no commit: {@code java Reorder.java FROM INTO}.
 */
public final class Reorder {
    private static final String SUFFIX = "Otherwise";

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final String text;

    private Reorder(CompilationUnitTree unit, SourcePositions positions, String text) {
        this.unit = unit;
        this.positions = positions;
        this.text = text;
    }

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path into = Path.of(arguments[1]);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                Path file = Path.of(unit.getSourceFile().toUri());
                String text = new Reorder(unit, positions, Files.readString(file)).whole();
                Path target = into.resolve(from.toAbsolutePath().relativize(file));
                Files.createDirectories(target.getParent());
                Files.writeString(target, text);
            }
        }
    }

    private String whole() {
        StringBuilder all = new StringBuilder();
        int at = 0;
        for (Tree type : unit.getTypeDecls()) {
            all.append(text, at, start(type)).append(reordered(type));
            at = end(type);
        }
        all.append(text.substring(at));
        String reordered = all.toString();
        for (String name : renamed()) {
            reordered = reordered.replaceAll("(?<![.\\w])" + name + "(?=\\()", name + SUFFIX)
                    .replaceAll("(?<=\\bthis\\.)" + name + "(?=\\()", name + SUFFIX)
                    .replaceAll("(?<=::)" + name + "\\b", name + SUFFIX);
        }
        return reordered;
    }

    /** Private methods whose name means nothing else in the file. */
    private Set<String> renamed() {
        Set<String> names = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void ignored) {
                String name = method.getName().toString();
                (method.getModifiers().getFlags().contains(Modifier.PRIVATE) ? names : others).add(name);
                return super.visitMethod(method, ignored);
            }
        }.scan(unit, null);
        names.removeAll(others);
        names.remove("<init>");
        names.removeIf(name -> text.matches("(?s).*(?<!\\bthis)\\." + name + "\\b.*"));
        return names;
    }

    /** A class with its methods and nested types in reverse order, each with the comments before it. */
    private String reordered(Tree tree) {
        if (!(tree instanceof ClassTree type) || type.getKind() == Tree.Kind.ENUM) {
            return text.substring(start(tree), end(tree));
        }
        List<Tree> members = type.getMembers().stream()
                .filter(member -> end(member) > 0 && end(member) > start(member))
                .map(Tree.class::cast)
                .toList();
        List<String> fixed = new ArrayList<>();
        List<String> moved = new ArrayList<>();
        int at = bodyStart(type, members);
        String head = text.substring(start(tree), at);
        for (Tree member : members) {
            String whole = text.substring(at, start(member)) + reordered(member);
            boolean mayMove = member instanceof MethodTree || member instanceof ClassTree;
            (mayMove ? moved : fixed).add(whole);
            at = end(member);
        }
        Collections.reverse(moved);
        return head + String.join("", fixed) + String.join("", moved) + text.substring(at, end(tree));
    }

    private int bodyStart(ClassTree type, List<Tree> members) {
        int from = start(type);
        int limit = members.isEmpty() ? end(type) : start(members.get(0));
        // The brace that opens the body is the last before the first member, its comments and annotations aside.
        int name = text.indexOf(type.getSimpleName().toString(), from);
        int brace = text.indexOf('{', name);
        return brace < 0 || brace >= limit ? limit : brace + 1;
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }
}
