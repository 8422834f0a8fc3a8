package dev.flamegate.model;

import dev.flamegate.model.message.Message;
import dev.flamegate.model.message.MetricsNotice;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.message.ValidityCheck;

/**
 * A remark that people should read with a number; it accompanies the number and never affects a verdict.
 *
 * @param id stable name of its {@link Message}, such as {@code steal}
 * @param message one sentence for people
 */
public record Warning(String id, String message) {
    /** Id of the warning that the clock was set, or the machine suspended, during a trial. */
    public static final String CLOCK = ValidityCheck.CLOCK.id();

    /** Id of the warnings about failed requests, one for each kind of failure. */
    public static final String FAILED_REQUESTS = Notice.FAILED_REQUESTS.id();

    /** Id of the warning that many more users of the load began than ended while it was measured. */
    public static final String PILE_UP = ValidityCheck.USERS_PILE_UP.id();

    /** Id of the warning that one of several injectors could not send its share; the message says which. */
    public static final String INJECTOR = ValidityCheck.INJECTOR.id();

    /** Id of the warning that it is not known well enough what time it is for an injector; the message says which. */
    public static final String INJECTOR_CLOCK = ValidityCheck.INJECTOR_CLOCK.id();

    /** Prefix of the ids of warnings that say why an indicator has no value, such as {@code indicator/x}. */
    public static final String INDICATOR = MetricsNotice.INDICATOR.id() + "/";

    public Warning(Message kind, String message) {
        this(kind.id(), message);
    }

    /** Warns that an indicator of the rules has no value. */
    public static Warning ofIndicator(String name, String why) {
        return new Warning(INDICATOR + name, why);
    }
}
