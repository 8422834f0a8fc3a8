package dev.flamegate.pipeline;

import java.beans.Introspector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.codehaus.groovy.ast.AnnotatedNode;
import org.codehaus.groovy.ast.ClassNode;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.MethodNode;
import org.codehaus.groovy.ast.ModuleNode;
import org.codehaus.groovy.ast.expr.BinaryExpression;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstructorCallExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.expr.VariableExpression;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.Phases;
import org.codehaus.groovy.syntax.Types;

/**
 * The rules for pipeline code, checked on the syntax tree that Jenkins' own Groovy makes of a source: it must parse; no
 * closures for methods that are not pipeline code themselves; no steps where the program cannot stop; no values that
 * cannot be saved.
 */
final class PipelineRules extends CodeVisitorSupport {
    /** Methods that take closures and are pipeline code or steps; including declarative sections. */
    private static final Set<String> TAKES_BLOCKS = Set.of(
            "pipeline",
            "agent",
            "options",
            "stages",
            "stage",
            "steps",
            "post",
            "always",
            "when",
            "script",
            "parallel",
            "node",
            "dir",
            "withEnv",
            "withCredentials",
            "catchError",
            "timeout");

    /** The steps that this library and its examples use. */
    private static final Set<String> STEPS = Set.of(
            "sh",
            "bat",
            "echo",
            "error",
            "unstable",
            "junit",
            "publishHTML",
            "publishChecks",
            "archiveArtifacts",
            "addBadge",
            "readFile",
            "writeFile",
            "fileExists",
            "libraryResource",
            "isUnix",
            "deleteDir",
            "checkout");

    private static final Set<String> NOT_SERIALIZABLE =
            Set.of("JsonSlurper", "XmlSlurper", "File", "Thread", "Object", "Matcher", "URL");

    private final String name;
    private final List<String> problems = new ArrayList<>();
    private boolean nonCps;

    private PipelineRules(String name) {
        this.name = name;
    }

    /** Violations of the rules, each a sentence with its line. */
    static List<String> problems(String name, String source) {
        PipelineRules rules = new PipelineRules(name);
        CompilationUnit unit = new CompilationUnit(new CompilerConfiguration());
        unit.addSource(name, source);
        try {
            unit.compile(Phases.CONVERSION);
        } catch (CompilationFailedException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
        for (Object module : unit.getAST().getModules()) {
            rules.check((ModuleNode) module);
        }
        return rules.problems;
    }

    private void check(ModuleNode module) {
        module.getStatementBlock().visit(this);
        module.getMethods().forEach(this::check);
        for (ClassNode type : module.getClasses()) {
            if (!type.isScript()) {
                type.getMethods().forEach(this::check);
            }
        }
    }

    private void check(MethodNode method) {
        nonCps = isNonCps(method);
        if (!nonCps && method.getParameters().length == 0) {
            getter(method);
        }
        if (method.getCode() != null) {
            method.getCode().visit(this);
        }
        nonCps = false;
    }

    /** Reading the field calls the getter, which is itself pipeline code and reads the field again. */
    private void getter(MethodNode method) {
        String field = method.getName().replaceFirst("^(is|get)(?=[A-Z])", "");
        if (!field.equals(method.getName())) {
            String name = Introspector.decapitalize(field);
            if (method.getDeclaringClass().getField(name) != null) {
                problems.add(this.name + ":" + method.getLineNumber() + ": " + method.getName() + " is the getter of a"
                        + " field: mark it @NonCPS, or it calls itself forever");
            }
        }
    }

    private static boolean isNonCps(AnnotatedNode node) {
        return node.getAnnotations().stream()
                .anyMatch(annotation ->
                        annotation.getClassNode().getNameWithoutPackage().equals("NonCPS"));
    }

    @Override
    public void visitMethodCallExpression(MethodCallExpression call) {
        String method = call.getMethodAsString();
        if (nonCps) {
            if (STEPS.contains(method) || TAKES_BLOCKS.contains(method)) {
                problem(call, "the step " + method + " in a method that cannot stop (@NonCPS)");
            }
        } else if (hasClosure(call.getArguments()) && !TAKES_BLOCKS.contains(method)) {
            problem(call, "a closure for " + method + ", which is not a step: use a loop, or a @NonCPS method");
        }
        super.visitMethodCallExpression(call);
    }

    private static boolean hasClosure(Expression arguments) {
        return arguments instanceof TupleExpression tuple
                && tuple.getExpressions().stream().anyMatch(ClosureExpression.class::isInstance);
    }

    @Override
    public void visitBinaryExpression(BinaryExpression expression) {
        if (!nonCps && expression.getOperation().getType() == Types.FIND_REGEX) {
            problem(expression, "a Matcher cannot be saved: use ==~, or a @NonCPS method");
        }
        super.visitBinaryExpression(expression);
    }

    @Override
    public void visitConstructorCallExpression(ConstructorCallExpression call) {
        String type = call.getType().getNameWithoutPackage();
        if (!nonCps && NOT_SERIALIZABLE.contains(type)) {
            problem(call, "a " + type + " cannot be saved");
        }
        super.visitConstructorCallExpression(call);
    }

    @Override
    public void visitVariableExpression(VariableExpression variable) {
        if (nonCps && STEPS.contains(variable.getName())) {
            problem(variable, "the step " + variable.getName() + " in a method that cannot stop (@NonCPS)");
        }
        super.visitVariableExpression(variable);
    }

    private void problem(Expression at, String message) {
        problems.add(name + ":" + at.getLineNumber() + ": " + message);
    }
}
