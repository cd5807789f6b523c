@{package}@{imports}/**
 * The @{kind} @{title}: @{n_states} states, @{n_actions} actions. Written by rely monitor.
 *
 * <p>Events come from {@link AG_Monitor}.
 */
public final class @{class} {
    private static int state = 0;

    /** The state after an event; -1 for a violation. */
    private static final int[][] trans = @{trans};

    /** The action of an event; -1 if it is not in the alphabet of this automaton. */
    private static final int[] ACTION_OF = @{columns};

    private @{class}() {}

    /** The next event. @{consequence} */
    public static void event(int e) {
        int action = ACTION_OF[e];
        if (action >= 0) {
            state = trans[state][action];
            @{judge}
        }
    }
}
