@{package}import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Receives the events of the program and passes them to @{automata}. Written by rely monitor.
 *
 * <p>An event is named by the program, {@code AG_Monitor.event("name", fields)}, or found from the thread, the class and the
 * method that calls {@code AG_Monitor.event()}, as configured with {@link #map}. After the environment has violated the
 * assumption nothing is checked any more: outside of a model checker, this is how a run is ignored.
 */
public final class AG_Monitor {
    /** The actions, sorted; an event is an index of this array. */
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

    /** Sets the handler of violations, which gets the report; the default prints to standard error. */
    public static synchronized void onViolation(Consumer<String> newHandler) {
        handler = newHandler;
    }

    /** Maps calls of {@link #event()} in this method by this thread ("*" for any thread) to this event. */
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

    /** The event of a call; -1 if it is not mapped. */
    public static synchronized int getEvent(String className, String methodName, String threadName) {
        Integer id = CALLS.get(key(className, methodName, threadName));
        if (id == null) {
            id = CALLS.get(key(className, methodName, "*"));
        }
        return id == null ? -1 : id;
    }

    /** Reports the event of the calling thread and method. Calls that are not mapped are counted. */
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

    /** Reports an event by name; fields are appended with dots. Events in no alphabet are counted. */
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

    /** Reports an event by index: first to the assumption, then to the property. */
    public static synchronized void event(int id) {
@{dispatch}    }

    /** The number of events that are not in the alphabet of any automaton. */
    public static synchronized long unmapped() {
        return unmapped;
    }

    /** Starts a new run. */
    public static synchronized void reset() {
        unmapped = 0;
@{resets}    }
@{decoder}}
