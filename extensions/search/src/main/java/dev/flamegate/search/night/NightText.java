package dev.flamegate.search.night;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.text.Table;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.night.ServiceNight.Status;
import java.util.List;
import java.util.Optional;

final class NightText {
    private static final int SUBJECT = 60;

    private NightText() {}

    /** A line for a change of state, as soon as it is known; empty if the state did not change. */
    public static Optional<String> news(ServiceNight service) {
        if (!service.isNews()) {
            return Optional.empty();
        }
        return Optional.of(Names.visible(service.name()) + (service.isBad() ? " is bad: " : " is good again: ")
                + Names.visible(service.because()) + " (" + range(service) + ")");
    }

    static Optional<String> foundNews(ServiceNight service) {
        return service.found().map(culprit -> Names.visible(service.name()) + " is bad since " + commit(culprit));
    }

    /** The table at the end, with its summary. */
    public static String summary(NightReport night, Terminal terminal) {
        StringBuilder text = new StringBuilder();
        if (!night.services().isEmpty()) {
            Table table = new Table(List.of("service", "commits", "what", "verdict"), false);
            night.services()
                    .forEach(service -> table.add(
                            List.of(
                                    Names.visible(service.name()),
                                    Numbers.count(service.commits()),
                                    what(service),
                                    word(service)),
                            outcome(service)));
            table.lines(terminal).forEach(line -> text.append(line).append('\n'));
            text.append('\n');
        }
        long bad = night.services().stream().filter(ServiceNight::isBad).count();
        text.append(Names.plural(night.services().size(), "service"))
                .append(": ")
                .append(Numbers.count(bad))
                .append(" FAIL, ")
                .append(Numbers.count(
                        night.services().stream().filter(ServiceNight::isGood).count()))
                .append(" good, ")
                .append(Numbers.count(night.count(Status.NOTHING_NEW)))
                .append(" without changes, ")
                .append(Numbers.count(night.count(Status.NOT_MEASURED)))
                .append(" not measured, ")
                .append(Numbers.count(night.count(Status.LEFT)))
                .append(" left for the next night; ")
                .append(Names.plural(night.comparisons(), "comparison"))
                .append(" and ")
                .append(Names.plural(night.searches(), "search", "searches"))
                .append(" in ")
                .append(Numbers.duration(night.took()))
                .append('\n');
        return text.toString();
    }

    /** The verdict, or the reason why it is missing. */
    public static String word(ServiceNight service) {
        return service.verdict() != null
                ? service.verdict().name()
                : switch (service.status()) {
                    case NOTHING_NEW -> "nothing new";
                    case LEFT -> "left";
                    case NOT_MEASURED, DECIDED -> "not measured";
                };
    }

    private static String what(ServiceNight service) {
        ServiceNight.NightCulprit culprit = service.culprit();
        String search = culprit == null
                ? ""
                : culprit.isFound() ? "; since " + commit(culprit) : "; " + Names.visible(culprit.message());
        return Names.visible(firstLine(service.because())) + search;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String commit(ServiceNight.NightCulprit culprit) {
        String hash = culprit.commit() == null ? "" : Names.commit(culprit.commit());
        return culprit.subject() == null
                ? hash
                : hash + " (" + Names.cut(Names.visible(culprit.subject()), SUBJECT) + ")";
    }

    private static String range(ServiceNight service) {
        return Names.plural(service.commits(), "commit") + " since " + Names.commit(service.good());
    }

    private static Outcome outcome(ServiceNight service) {
        return service.verdict() != null
                ? Outcome.valueOf(service.verdict().name())
                : service.status() == Status.NOT_MEASURED ? Outcome.INVALID : Outcome.SKIPPED;
    }
}
