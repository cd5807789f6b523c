/* A link with retransmission: go-back-N with a window of four frames, and a timer.
 *
 * The sender keeps a frame until it is acknowledged. The radio is switched on before a frame is sent, and off afterwards, on all paths.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WINDOW 4
#define SEQUENCES 8
#define MOST_RETRIES 3
#define PAYLOAD 6

enum link_state {
    LINK_DOWN,
    LINK_OPENING,
    LINK_UP,
    LINK_CLOSING
};

enum frame_kind {
    FRAME_OPEN,
    FRAME_OPENED,
    FRAME_DATA,
    FRAME_ACK,
    FRAME_CLOSE
};

enum link_error {
    LINK_OK = 0,
    LINK_NOT_UP = -1,
    LINK_WINDOW_FULL = -2,
    LINK_NO_BUFFER = -3,
    LINK_RADIO = -4,
    LINK_INVALID = -5
};

struct buffer {
    uint8_t length;
    uint8_t payload[PAYLOAD];
};

struct frame {
    uint8_t kind : 3;
    uint8_t sequence : 3;
    uint8_t last : 1;
    uint8_t length;
};

struct slot {
    struct buffer buffer;
    uint8_t retries;
    bool filled;
    bool sent;
};

struct link {
    enum link_state state;
    struct slot slots[WINDOW];
    uint8_t base;
    uint8_t used;
    uint8_t expected;
    uint8_t open_retries;
    bool timer_runs;
    unsigned delivered;
    unsigned dropped;
    unsigned retransmitted;
};

/* The platform. */
extern void radio_on(void);
extern void radio_off(void);
extern bool radio_send(const struct frame *frame, const struct buffer *buffer);
extern void timer_start(unsigned ticks);
extern void timer_stop(void);
extern void deliver(uint8_t first, uint8_t length);

static struct link the_link;

static void start_timer(struct link *link)
{
    if (!link->timer_runs) {
        timer_start(link->state == LINK_OPENING ? 20 : 5);
        link->timer_runs = true;
    }
}

static void stop_timer(struct link *link)
{
    if (link->timer_runs) {
        timer_stop();
        link->timer_runs = false;
    }
}

/* Sends one frame; the radio is on only for this time. */
static int transmit(const struct frame *frame, const struct buffer *buffer)
{
    int result = LINK_OK;

    radio_on();
    if (buffer != NULL && buffer->length > PAYLOAD) {
        result = LINK_INVALID;
        goto off;
    }
    if (!radio_send(frame, buffer))
        result = LINK_RADIO;
off:
    radio_off();
    return result;
}

static int control(enum frame_kind kind, uint8_t sequence)
{
    struct frame frame;

    frame.kind = kind;
    frame.sequence = sequence % SEQUENCES;
    frame.last = 1;
    frame.length = 0;
    return transmit(&frame, NULL);
}

static struct slot *slot_at(struct link *link, uint8_t distance)
{
    return &link->slots[(link->base + distance) % WINDOW];
}

static int send_slot(struct link *link, uint8_t distance)
{
    struct slot *slot = slot_at(link, distance);
    struct frame frame;
    int result;

    if (!slot->filled)
        return LINK_INVALID;
    frame.kind = FRAME_DATA;
    frame.sequence = (link->base + distance) % SEQUENCES;
    frame.last = distance + 1 == link->used;
    frame.length = slot->buffer.length;
    result = transmit(&frame, &slot->buffer);
    if (result == LINK_OK) {
        if (slot->sent)
            link->retransmitted++;
        slot->sent = true;
        start_timer(link);
    }
    return result;
}

/* Gives up: all buffers go back. */
static void reset(struct link *link)
{
    int i;

    stop_timer(link);
    for (i = 0; i < WINDOW; i++) {
        struct slot *slot = &link->slots[i];
        if (slot->filled) {
            slot->filled = false;
            link->dropped++;
        }
        slot->sent = false;
        slot->retries = 0;
    }
    link->base = 0;
    link->used = 0;
    link->expected = 0;
    link->open_retries = 0;
    link->state = LINK_DOWN;
}

int link_open(void)
{
    int result;

    if (the_link.state != LINK_DOWN)
        return LINK_INVALID;
    the_link.state = LINK_OPENING;
    result = control(FRAME_OPEN, 0);
    if (result != LINK_OK) {
        reset(&the_link);
        return result;
    }
    start_timer(&the_link);
    return LINK_OK;
}

int link_close(void)
{
    int result;

    if (the_link.state == LINK_DOWN)
        return LINK_NOT_UP;
    the_link.state = LINK_CLOSING;
    result = control(FRAME_CLOSE, 0);
    reset(&the_link);
    return result;
}

int link_send(uint8_t first, uint8_t length)
{
    struct link *link = &the_link;
    struct slot *slot;
    uint8_t i;

    if (length == 0 || length > PAYLOAD)
        return LINK_INVALID;
    if (link->state != LINK_UP)
        return LINK_NOT_UP;
    if (link->used >= WINDOW)
        return LINK_WINDOW_FULL;
    slot = slot_at(link, link->used);
    if (slot->filled)
        return LINK_NO_BUFFER;
    slot->buffer.length = length;
    for (i = 0; i < length; i++)
        slot->buffer.payload[i] = (uint8_t)(first + i);
    slot->filled = true;
    slot->retries = 0;
    slot->sent = false;
    link->used++;
    if (send_slot(link, (uint8_t)(link->used - 1)) != LINK_OK)
        start_timer(link);
    return LINK_OK;
}

/* Everything before `sequence` has arrived. */
static void acknowledge(struct link *link, uint8_t sequence)
{
    uint8_t count = (uint8_t)((sequence - link->base) % SEQUENCES);

    if (count == 0 || count > link->used)
        return;
    while (count > 0) {
        struct slot *slot = slot_at(link, 0);
        slot->filled = false;
        slot->sent = false;
        slot->retries = 0;
        link->base = (link->base + 1) % SEQUENCES;
        link->used--;
        count--;
    }
    stop_timer(link);
    if (link->used > 0)
        start_timer(link);
}

static void data(struct link *link, uint8_t sequence, uint8_t first, uint8_t length)
{
    if (sequence != link->expected) {
        link->dropped++;
    } else if (length > 0 && length <= PAYLOAD) {
        link->expected = (link->expected + 1) % SEQUENCES;
        link->delivered++;
        deliver(first, length);
    }
    control(FRAME_ACK, link->expected);
}

/* The radio received a frame. */
void link_receive(uint8_t kind, uint8_t sequence, uint8_t first, uint8_t length)
{
    struct link *link = &the_link;

    sequence %= SEQUENCES;
    switch (link->state) {
    case LINK_DOWN:
        break;
    case LINK_OPENING:
        if (kind == FRAME_OPENED) {
            stop_timer(link);
            link->open_retries = 0;
            link->state = LINK_UP;
        } else if (kind == FRAME_CLOSE) {
            reset(link);
        }
        break;
    case LINK_UP:
        if (kind == FRAME_ACK)
            acknowledge(link, sequence);
        else if (kind == FRAME_DATA)
            data(link, sequence, first, length);
        else if (kind == FRAME_CLOSE)
            reset(link);
        break;
    case LINK_CLOSING:
        reset(link);
        break;
    }
}

/* The timer expired: everything that was not acknowledged is sent again. */
void link_timeout(void)
{
    struct link *link = &the_link;
    uint8_t i;

    if (!link->timer_runs)
        return;
    link->timer_runs = false;
    if (link->state == LINK_OPENING) {
        if (++link->open_retries > MOST_RETRIES || control(FRAME_OPEN, 0) != LINK_OK)
            reset(link);
        else
            start_timer(link);
        return;
    }
    if (link->state != LINK_UP || link->used == 0)
        return;
    if (++slot_at(link, 0)->retries > MOST_RETRIES) {
        reset(link);
        return;
    }
    for (i = 0; i < link->used; i++) {
        if (send_slot(link, i) != LINK_OK)
            break;
    }
    start_timer(link);
}
