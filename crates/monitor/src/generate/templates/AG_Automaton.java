@{package}/**
 * The @{kind} @{title}: @{n_states} states, @{n_actions} actions. Written by rely monitor.
 *
 * <p>Events come from {@link AG_Monitor}, which sees to it that there is one at a time.
 */
public final class @{class} {
    private static final String[] ACTIONS = @{actions};
    private static final int RECENT = @{recent};

    private static int state = 0;
    private static long steps = 0;
    private static long after = 0;
    private static int violation = -1;
    private static final int[] recent = new int[RECENT];

    /** The state after an event; -1 where the language ends. */
    private static final int[][] trans = @{trans};

    /** The action of an event, -1 for those that this automaton does not have: they are free. */
    private static final int[] ACTION_OF = @{columns};

    private @{class}() {}

    /** Judges the next event; is this the one that leaves the language? After that events are counted, not judged. */
    public static boolean event(int e) {
        int action = ACTION_OF[e];
        if (action < 0) {
            return false;
        }
        if (violation >= 0) {
            after++;
            return false;
        }
        int next = trans[state][action];
        if (next < 0) {
            violation = action;
            return true;
        }
        recent[(int) (steps % RECENT)] = action;
        steps++;
        state = next;
        return false;
    }

    /** Has the run left the language? */
    public static boolean isViolated() {
        return violation >= 0;
    }

    /** The state now; after a violation, the one before it. */
    public static int state() {
        return state;
    }

    /** How many actions were kept; the one that violates is the next. */
    public static long steps() {
        return steps;
    }

    /** How many actions came after the violation. */
    public static long after() {
        return after;
    }

    /** Begins a new run. */
    public static void reset() {
        state = 0;
        steps = 0;
        after = 0;
        violation = -1;
    }

    /** The violation in words, null if there is none. */
    public static String report() {
        if (violation < 0) {
            return null;
        }
        StringBuilder text = new StringBuilder(@{subject});
        text.append(steps + 1).append(": `").append(ACTIONS[violation]).append("` in state ").append(state);
        long known = Math.min(steps, RECENT);
        text.append(steps == 0 ? ", the first action" : " after ");
        String separator = known < steps ? "\u2026, " : "";
        for (long i = steps - known; i < steps; i++) {
            text.append(separator).append('`').append(ACTIONS[recent[(int) (i % RECENT)]]).append('`');
            separator = ", ";
        }
        int allowed = 0;
        for (int action = 0; action < ACTIONS.length; action++) {
            if (trans[state][action] >= 0) {
                if (allowed < 8) {
                    text.append(allowed == 0 ? "; allowed were `" : ", `").append(ACTIONS[action]).append('`');
                }
                allowed++;
            }
        }
        if (allowed == 0) {
            text.append("; nothing was allowed");
        } else if (allowed > 8) {
            text.append(" and ").append(allowed - 8).append(" others");
        }
        return text.toString();
    }
}
