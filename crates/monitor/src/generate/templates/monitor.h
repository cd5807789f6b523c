/*
 * Monitor of the @{kind} @{title}: @{n_states} states, @{n_actions} actions.
 * Written by `rely monitor`. C99, self-contained: no allocation, no library but memory and strings.
 *
 *     @{prefix}_monitor run;
 *     @{prefix}_init(&run);
 *     if (@{prefix}_feed(&run, @{example}) == @{upper}_VIOLATED) {
 *         char text[512];
 *         @{prefix}_report(&run, text, sizeof text);
 *     }
 */
#ifndef RELY_MONITOR_@{upper}_H
#define RELY_MONITOR_@{upper}_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define @{upper}_STATES @{n_states}u
#define @{upper}_ACTIONS @{n_actions}u
/* The number of actions that a run remembers. */
#define @{upper}_RECENT @{recent}u
/* The entry for a violation. */
#define @{upper}_END @{end}u

/* The actions, sorted by name. */
enum @{prefix}_action {
@{constants}};

/* The result of an action: allowed; not in the alphabet, so nothing changed; a violation; counted and not checked, since the
 * run was violated before. */
typedef enum { @{upper}_KEPT, @{upper}_FREE, @{upper}_VIOLATED, @{upper}_AFTER } @{prefix}_outcome;

/* A run. */
typedef struct {
    uint32_t state;    /* current; after a violation, the state before it */
    uint32_t violated; /* 1 after a violation */
    uint32_t action;   /* the violating action; it was number steps + 1 */
    uint64_t steps;    /* number of allowed actions */
    uint64_t after;    /* number of actions after the violation */
    uint32_t recent[@{upper}_RECENT];
} @{prefix}_monitor;

static const char *const @{prefix}_names[@{upper}_ACTIONS] = {
@{actions}};

/* The state after an action, one row per state. */
static const @{cell} @{prefix}_next[@{n_entries}] = {
@{rows}};

/* Starts a run. */
static inline void @{prefix}_init(@{prefix}_monitor *run) {
    memset(run, 0, sizeof *run);
}

/* Checks the next action. */
static inline @{prefix}_outcome @{prefix}_feed(@{prefix}_monitor *run, uint32_t action) {
    uint32_t next;
    if (action >= @{upper}_ACTIONS) {
        return @{upper}_FREE;
    }
    if (run->violated) {
        run->after++;
        return @{upper}_AFTER;
    }
    next = @{prefix}_next[(size_t)run->state * @{upper}_ACTIONS + action];
    if (next == @{upper}_END) {
        run->violated = 1;
        run->action = action;
        return @{upper}_VIOLATED;
    }
    run->recent[run->steps % @{upper}_RECENT] = action;
    run->steps++;
    run->state = next;
    return @{upper}_KEPT;
}

/* The action with a name; @{upper}_ACTIONS, which is not in the alphabet, if there is none. */
static inline uint32_t @{prefix}_action_of(const char *name) {
    uint32_t low = 0, high = @{upper}_ACTIONS;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(@{prefix}_names[middle], name);
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return @{upper}_ACTIONS;
}

/* Appends a text; characters that do not fit are counted and left out. */
static inline size_t @{prefix}_put(char *text, size_t size, size_t length, const char *more) {
    for (; *more; more++, length++) {
        if (length + 1 < size) {
            text[length] = *more;
        }
    }
    return length;
}

static inline size_t @{prefix}_put_number(char *text, size_t size, size_t length, uint64_t number) {
    char digits[21];
    size_t first = 20;
    digits[first] = 0;
    do {
        digits[--first] = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0);
    return @{prefix}_put(text, size, length, digits + first);
}

static inline size_t @{prefix}_put_action(char *text, size_t size, size_t length, uint32_t action) {
    length = @{prefix}_put(text, size, length, "`");
    length = @{prefix}_put(text, size, length, @{prefix}_names[action]);
    return @{prefix}_put(text, size, length, "`");
}

/* Writes the violation as a sentence, or the empty string if there is none: as much as fits, with a terminating zero.
 * Returns the full length. */
static inline size_t @{prefix}_report(const @{prefix}_monitor *run, char *text, size_t size) {
    size_t n = 0;
    uint64_t known = run->steps < @{upper}_RECENT ? run->steps : @{upper}_RECENT;
    uint64_t i;
    uint32_t action, allowed = 0;
    if (run->violated) {
        n = @{prefix}_put(text, size, n, @{subject});
        n = @{prefix}_put_number(text, size, n, run->steps + 1);
        n = @{prefix}_put(text, size, n, ": ");
        n = @{prefix}_put_action(text, size, n, run->action);
        n = @{prefix}_put(text, size, n, " in state ");
        n = @{prefix}_put_number(text, size, n, run->state);
        n = @{prefix}_put(text, size, n, run->steps == 0 ? ", the first action" : " after ");
        if (known < run->steps) {
            n = @{prefix}_put(text, size, n, "\342\200\246, ");
        }
        for (i = run->steps - known; i < run->steps; i++) {
            n = @{prefix}_put(text, size, n, i > run->steps - known ? ", " : "");
            n = @{prefix}_put_action(text, size, n, run->recent[i % @{upper}_RECENT]);
        }
        for (action = 0; action < @{upper}_ACTIONS; action++) {
            if (@{prefix}_next[(size_t)run->state * @{upper}_ACTIONS + action] != @{upper}_END) {
                if (allowed < 8) {
                    n = @{prefix}_put(text, size, n, allowed == 0 ? "; allowed: " : ", ");
                    n = @{prefix}_put_action(text, size, n, action);
                }
                allowed++;
            }
        }
        if (allowed == 0) {
            n = @{prefix}_put(text, size, n, "; no action was allowed");
        } else if (allowed > 8) {
            n = @{prefix}_put(text, size, n, " and ");
            n = @{prefix}_put_number(text, size, n, allowed - 8);
            n = @{prefix}_put(text, size, n, " others");
        }
    }
    if (size > 0) {
        text[n < size ? n : size - 1] = 0;
    }
    return n;
}

#endif
