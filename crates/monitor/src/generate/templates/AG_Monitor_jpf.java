@{package}import gov.nasa.jpf.vm.Verify;
import java.util.HashMap;
import java.util.Map;

/**
 * Receives the events of the program and passes them to @{automata}, as one step of the model checker. Written by rely monitor.
 *
 * <p>An event is named by the program, {@code AG_Monitor.event("name", fields)}, or found from the thread, the class and the
 * method that calls {@code AG_Monitor.event()}, as configured with {@link #map}. Nothing is counted: a counter would make
 * every state of the search a new one.
 */
public final class AG_Monitor {
    /** The actions, sorted; an event is an index of this array. */
    private static final String[] EVENTS = @{events};

    private static final Map<String, Integer> IDS = new HashMap<String, Integer>();
    private static final Map<String, Integer> CALLS = new HashMap<String, Integer>();

    static {
        for (int i = 0; i < EVENTS.length; i++) {
            IDS.put(EVENTS[i], i);
        }
    }

    private AG_Monitor() {}

    /** Maps calls of {@link #event()} in this method by this thread ("*" for any thread) to this event. */
    public static void map(String className, String methodName, String threadName, String event) {
        Integer id = IDS.get(event);
        if (id == null) {
            throw new IllegalArgumentException("no automaton has the action " + event);
        }
        CALLS.put(key(className, methodName, threadName), id);
    }

    private static String key(String className, String methodName, String threadName) {
        return className + "\n" + methodName + "\n" + threadName;
    }

    /** The event of a call. A call that is not mapped is a mistake in the mapping, and fails. */
    public static int getEvent(String className, String methodName, String threadName) {
        Integer id = CALLS.get(key(className, methodName, threadName));
        if (id == null) {
            id = CALLS.get(key(className, methodName, "*"));
        }
        if (id == null) {
            throw new IllegalStateException("no event for " + className + "." + methodName + " in " + threadName);
        }
        return id;
    }

    /** Reports the event of the calling thread and method. */
    public static void event() {
        Verify.beginAtomic();
        String threadName = Thread.currentThread().getName();
        StackTraceElement caller = new Throwable().getStackTrace()[1];
        int id = getEvent(caller.getClassName(), caller.getMethodName(), threadName);
        judge(id);
        Verify.endAtomic();
    }

    /** Reports an event by name; fields are appended with dots. Events in no alphabet are ignored. */
    public static void event(String name, Object... fields) {
        Verify.beginAtomic();
        StringBuilder text = new StringBuilder(name);
        for (Object field : fields) {
            text.append('.').append(field);
        }
        Integer id = IDS.get(text.toString());
        if (id != null) {
            judge(id);
        }
        Verify.endAtomic();
    }

    /** First the assumption, then the property. */
    private static void judge(int id) {
@{dispatch}    }
@{decoder}}
