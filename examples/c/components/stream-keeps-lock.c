/* A byte stream between an interrupt handler and tasks: a ring buffer with a lock, watermarks and callbacks.
 *
 * Writers copy bytes into the ring, readers take them out. Who wants to know registers a callback, which is called without the
 * lock. A reader can also borrow the oldest bytes where they are, and return them later.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STREAM_SIZE 16
#define STREAM_LISTENERS 3

enum stream_error {
    STREAM_OK = 0,
    STREAM_EMPTY = -1,
    STREAM_FULL = -2,
    STREAM_CLOSED = -3,
    STREAM_BUSY = -4,
    STREAM_INVALID = -5
};

enum stream_event {
    EVENT_LOW = 1,
    EVENT_HIGH = 2,
    EVENT_CLOSED = 4
};

struct lock {
    int holder;
};

struct stream;

typedef void (*stream_callback)(struct stream *stream, void *argument, unsigned event);

struct listener {
    stream_callback call;
    void *argument;
    unsigned events;
};

struct statistics {
    unsigned written;
    unsigned read;
    unsigned refused;
    unsigned high : 4;
    unsigned borrowed : 1;
    unsigned closed : 1;
};

struct stream {
    struct lock lock;
    uint8_t bytes[STREAM_SIZE];
    uint16_t head;
    uint16_t count;
    uint16_t low;
    uint16_t high;
    uint16_t lent;
    bool open;
    struct listener listeners[STREAM_LISTENERS];
    struct statistics statistics;
};

/* The platform. */
extern void lock_take(struct lock *lock);
extern void lock_give(struct lock *lock);
extern bool lock_try(struct lock *lock);
extern void on_low(struct stream *stream, void *argument, unsigned event);
extern void on_high(struct stream *stream, void *argument, unsigned event);

static struct stream console;

static uint16_t room(const struct stream *stream)
{
    return (uint16_t)(STREAM_SIZE - stream->count);
}

static uint16_t position(const struct stream *stream, uint16_t distance)
{
    return (uint16_t)((stream->head + distance) % STREAM_SIZE);
}

/* Calls everybody who waits for an event. The lock must not be held. */
static void notify(struct stream *stream, unsigned event)
{
    int i;

    if (event == 0)
        return;
    for (i = 0; i < STREAM_LISTENERS; i++) {
        struct listener *listener = &stream->listeners[i];
        if (listener->call != NULL && (listener->events & event) != 0)
            listener->call(stream, listener->argument, event);
    }
}

/* Which watermarks were crossed? The lock is held. */
static unsigned crossed(const struct stream *stream, uint16_t before)
{
    unsigned events = 0;

    if (before < stream->high && stream->count >= stream->high)
        events |= EVENT_HIGH;
    if (before > stream->low && stream->count <= stream->low)
        events |= EVENT_LOW;
    return events;
}

static void put(struct stream *stream, uint8_t byte)
{
    stream->bytes[position(stream, stream->count)] = byte;
    stream->count++;
    stream->statistics.written++;
}

static uint8_t take(struct stream *stream)
{
    uint8_t byte = stream->bytes[stream->head % STREAM_SIZE];

    stream->head = position(stream, 1);
    stream->count--;
    stream->statistics.read++;
    return byte;
}

int stream_open(struct stream *stream, uint16_t low, uint16_t high)
{
    int result = STREAM_OK;

    if (high > STREAM_SIZE || low >= high)
        return STREAM_INVALID;
    lock_take(&stream->lock);
    if (stream->open) {
        result = STREAM_BUSY;
        goto out;
    }
    stream->head = 0;
    stream->count = 0;
    stream->lent = 0;
    stream->low = low;
    stream->high = high;
    stream->statistics.written = 0;
    stream->statistics.read = 0;
    stream->statistics.borrowed = 0;
    stream->statistics.closed = 0;
    stream->open = true;
out:
    lock_give(&stream->lock);
    return result;
}

int stream_close(struct stream *stream)
{
    unsigned event = 0;
    int result = STREAM_OK;

    lock_take(&stream->lock);
    if (!stream->open) {
        result = STREAM_CLOSED;
    } else if (stream->lent > 0) {
        result = STREAM_BUSY;
    } else {
        stream->open = false;
        stream->statistics.closed = 1;
        event = EVENT_CLOSED;
    }
    lock_give(&stream->lock);
    notify(stream, event);
    return result;
}

int stream_listen(struct stream *stream, stream_callback call, void *argument, unsigned events)
{
    int result = STREAM_FULL;
    int i;

    if (call == NULL || events == 0)
        return STREAM_INVALID;
    lock_take(&stream->lock);
    for (i = 0; i < STREAM_LISTENERS; i++) {
        struct listener *listener = &stream->listeners[i];
        if (listener->call == call) {
            listener->events |= events;
            result = STREAM_OK;
            break;
        }
        if (listener->call == NULL) {
            listener->argument = argument;
            listener->events = events;
            listener->call = call;
            result = STREAM_OK;
            break;
        }
    }
    lock_give(&stream->lock);
    return result;
}

int stream_write(struct stream *stream, const uint8_t *from, uint16_t length)
{
    uint16_t before, i;
    unsigned events;

    if (from == NULL || length > STREAM_SIZE)
        return STREAM_INVALID;
    lock_take(&stream->lock);
    if (!stream->open) {
        lock_give(&stream->lock);
        return STREAM_CLOSED;
    }
    if (room(stream) < length) {
        stream->statistics.refused++;
        lock_give(&stream->lock);
        return STREAM_FULL;
    }
    before = stream->count;
    for (i = 0; i < length; i++)
        put(stream, from[i]);
    events = crossed(stream, before);
    if (events & EVENT_HIGH)
        stream->statistics.high++;
    lock_give(&stream->lock);
    notify(stream, events);
    return length;
}

/* For interrupt handlers: does not wait. */
int stream_write_from_interrupt(struct stream *stream, uint8_t byte)
{
    int result = STREAM_OK;

    if (!lock_try(&stream->lock))
        return STREAM_BUSY;
    if (!stream->open) {
        result = STREAM_CLOSED;
        goto out;
    }
    if (room(stream) == 0) {
        stream->statistics.refused++;
        result = STREAM_FULL;
        goto out;
    }
    put(stream, byte);
out:
    lock_give(&stream->lock);
    return result;
}

int stream_read(struct stream *stream, uint8_t *to, uint16_t length)
{
    uint16_t before, done = 0;
    unsigned events;

    if (to == NULL || length > STREAM_SIZE)
        return STREAM_INVALID;
    lock_take(&stream->lock);
    if (stream->lent > 0) {
        lock_give(&stream->lock);
        return STREAM_BUSY;
    }
    if (stream->count == 0) {
        int result = stream->open ? STREAM_EMPTY : STREAM_CLOSED;
        lock_give(&stream->lock);
        return result;
    }
    before = stream->count;
    while (done < length && stream->count > 0)
        to[done++] = take(stream);
    events = crossed(stream, before);
    lock_give(&stream->lock);
    notify(stream, events);
    return done;
}

/* Lends the oldest bytes that are in one piece. */
int stream_borrow(struct stream *stream, const uint8_t **piece)
{
    uint16_t length;

    if (piece == NULL)
        return STREAM_INVALID;
    lock_take(&stream->lock);
    if (stream->lent > 0) {
        lock_give(&stream->lock);
        return STREAM_BUSY;
    }
    length = stream->count;
    if (length > STREAM_SIZE - stream->head % STREAM_SIZE)
        length = (uint16_t)(STREAM_SIZE - stream->head % STREAM_SIZE);
    if (length == 0)
        return STREAM_EMPTY;
    *piece = &stream->bytes[stream->head % STREAM_SIZE];
    stream->lent = length;
    stream->statistics.borrowed = 1;
    lock_give(&stream->lock);
    return length;
}

int stream_return(struct stream *stream, uint16_t used)
{
    uint16_t before;
    unsigned events;

    lock_take(&stream->lock);
    if (used > stream->lent || used > stream->count) {
        lock_give(&stream->lock);
        return STREAM_INVALID;
    }
    before = stream->count;
    stream->head = position(stream, used);
    stream->count = (uint16_t)(stream->count - used);
    stream->lent = 0;
    stream->statistics.borrowed = 0;
    events = crossed(stream, before);
    lock_give(&stream->lock);
    notify(stream, events);
    return used;
}

unsigned stream_refused(struct stream *stream)
{
    unsigned refused;

    lock_take(&stream->lock);
    refused = stream->statistics.refused;
    lock_give(&stream->lock);
    return refused;
}

/* The console is a stream that reports its watermarks. */
int console_init(void)
{
    int result = stream_open(&console, 2, 12);

    if (result != STREAM_OK)
        return result;
    result = stream_listen(&console, on_low, NULL, EVENT_LOW | EVENT_CLOSED);
    if (result != STREAM_OK)
        return result;
    return stream_listen(&console, on_high, NULL, EVENT_HIGH);
}

int console_write(uint8_t first, uint8_t second, bool both)
{
    uint8_t line[2];

    line[0] = first;
    line[1] = second;
    return stream_write(&console, line, both ? 2 : 1);
}

int console_read(void)
{
    uint8_t line[4];
    int result = stream_read(&console, line, sizeof line);

    return result > 0 ? line[0] : result;
}

int console_interrupt(uint8_t byte)
{
    return stream_write_from_interrupt(&console, byte);
}

int console_skip(uint16_t most)
{
    const uint8_t *piece = NULL;
    int length = stream_borrow(&console, &piece);

    if (length <= 0)
        return length;
    if (most > length)
        most = (uint16_t)length;
    return stream_return(&console, most);
}

int console_shutdown(void)
{
    return stream_close(&console);
}
