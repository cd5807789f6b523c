@{package}import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Traps events of the program and hands them to @{automata}. Written by rely monitor.
 *
 * <p>An event is named by the program, {@code AG_Monitor.event("name", fields)}, or found from the thread, the class and the
 * method in which {@code AG_Monitor.event()} stands, as {@link #map} says. After the environment has left the assumption
 * nothing is checked any more: this is what ignoring a run means outside of a model checker.
 */
public final class AG_Monitor {
    /** The actions, sorted; an event is a place among them. */
    private static final String[] EVENTS = @{events};

    private static final Map<String, Integer> IDS = new HashMap<String, Integer>();
    private static final Map<String, Integer> CALLS = new HashMap<String, Integer>();
    private static long unmapped = 0;
    private static Consumer<String> handler = System.err::println;

    static {
        for (int i = 0; i < EVENTS.length; i++) {
            IDS.put(EVENTS[i], i);
        }
    }

    private AG_Monitor() {}

    /** Who is told of a violation, in words; at first, standard error. */
    public static synchronized void onViolation(Consumer<String> told) {
        handler = told;
    }

    /** Calls of {@link #event()} in this method by this thread (any thread for "*") are this event. */
    public static synchronized void map(String className, String methodName, String threadName, String event) {
        Integer id = IDS.get(event);
        if (id == null) {
            throw new IllegalArgumentException("no automaton has the action " + event);
        }
        CALLS.put(key(className, methodName, threadName), id);
    }

    private static String key(String className, String methodName, String threadName) {
        return className + "\n" + methodName + "\n" + threadName;
    }

    /** The event of a call, -1 if it is mapped to none. */
    public static synchronized int getEvent(String className, String methodName, String threadName) {
        Integer id = CALLS.get(key(className, methodName, threadName));
        if (id == null) {
            id = CALLS.get(key(className, methodName, "*"));
        }
        return id == null ? -1 : id;
    }

    /** An event, found from the thread and the method that calls. What is mapped to none is counted. */
    public static void event() {
        String threadName = Thread.currentThread().getName();
        StackTraceElement caller = new Throwable().getStackTrace()[1];
        synchronized (AG_Monitor.class) {
            int id = getEvent(caller.getClassName(), caller.getMethodName(), threadName);
            if (id < 0) {
                unmapped++;
            } else {
                event(id);
            }
        }
    }

    /** An event by name; fields follow with dots. What no automaton has is free, and counted. */
    public static synchronized void event(String name, Object... fields) {
        StringBuilder text = new StringBuilder(name);
        for (Object field : fields) {
            text.append('.').append(field);
        }
        Integer id = IDS.get(text.toString());
        if (id == null) {
            unmapped++;
        } else {
            event(id.intValue());
        }
    }

    /** An event by its place: first the assumption, then the property. */
    public static synchronized void event(int id) {
@{dispatch}    }

    /** How many events were no action of an automaton. */
    public static synchronized long unmapped() {
        return unmapped;
    }

    /** Begins a new run. */
    public static synchronized void reset() {
        unmapped = 0;
@{resets}    }
@{decoder}}
