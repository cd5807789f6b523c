@{package}/**
 * The @{kind} @{title}: @{n_states} states, @{n_actions} actions. Written by rely monitor.
 *
 * <p>Events come from {@link AG_Monitor}, one at a time.
 */
public final class @{class} {
    private static final String[] ACTIONS = @{actions};
    private static final int RECENT = @{recent};

    private static int state = 0;
    private static long steps = 0;
    private static long after = 0;
    private static int violation = -1;
    private static final int[] recent = new int[RECENT];

    /** The state after an event; -1 for a violation. */
    private static final int[][] trans = @{trans};

    /** The action of an event; -1 if it is not in the alphabet of this automaton. */
    private static final int[] ACTION_OF = @{columns};

    private @{class}() {}

    /** Checks the next event and returns whether it is the violation. Later events are counted and not checked. */
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

    /** Has the run been violated? */
    public static boolean isViolated() {
        return violation >= 0;
    }

    /** The current state; after a violation, the state before it. */
    public static int state() {
        return state;
    }

    /** The number of allowed actions; the violating one is the next. */
    public static long steps() {
        return steps;
    }

    /** The number of actions after the violation. */
    public static long after() {
        return after;
    }

    /** Starts a new run. */
    public static void reset() {
        state = 0;
        steps = 0;
        after = 0;
        violation = -1;
    }

    /** The violation as a sentence, null if there is none. */
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
                    text.append(allowed == 0 ? "; allowed: `" : ", `").append(ACTIONS[action]).append('`');
                }
                allowed++;
            }
        }
        if (allowed == 0) {
            text.append("; no action was allowed");
        } else if (allowed > 8) {
            text.append(" and ").append(allowed - 8).append(" others");
        }
        return text.toString();
    }
}
