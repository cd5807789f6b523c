/* The server of the handshake: serves one connection after the other. */
#include "handshake.h"

#define MAX_HELLOS 3
#define MAX_TIMEOUTS 1

enum state {
    LISTEN,
    NEGOTIATE,
    WAIT_KEY,
    WAIT_FINISHED,
    CONNECTED,
    CLOSED
};

struct server {
    enum state state;
    enum kind kind;
    unsigned hellos;            /* of this connection: a client may be asked to retry */
    unsigned timeouts;
    unsigned char asked : 1;    /* the client was asked to resume */
};

static struct server self;

/* Policy: which clients have to say hello again. */
int parameters_are_good(void);

static void fail(int tell)
{
    timer_stop();
    if (tell)
        send_message(ALERT);
    self.state = CLOSED;
}

static void unexpected(int message)
{
    if (message == ALERT || message == CLOSE) {
        fail(0);
    } else if (message == TIMEOUT) {
        self.timeouts++;
        if (self.timeouts == MAX_TIMEOUTS + 1)
            fail(1);
    } else {
        fail(1);
    }
}

static void listen(void)
{
    int message = receive_message();
    switch (message) {
    case HELLO:
        self.asked = 0;
        self.state = NEGOTIATE;
        break;
    case RESUME:
        self.asked = 1;
        self.state = NEGOTIATE;
        break;
    case TIMEOUT:
    case ALERT:
        /* Nobody is there. */
        break;
    default:
        fail(1);
        break;
    }
}

static void negotiate(void)
{
    timer_start();
    self.hellos++;
    if (self.asked && ticket_is_good()) {
        self.kind = SHORT;
        send_message(RESUMED);
        derive_keys(SHORT);
        self.state = WAIT_FINISHED;
        return;
    }
    self.kind = FULL;
    if (!parameters_are_good()) {
        if (self.hellos == MAX_HELLOS) {
            fail(1);
            return;
        }
        timer_stop();
        send_message(RETRY);
        self.state = LISTEN;
        return;
    }
    send_message(ACCEPT);
    self.state = WAIT_KEY;
}

static void wait_key(void)
{
    int message = receive_message();
    if (message != KEY) {
        unexpected(message);
        return;
    }
    derive_keys(FULL);
    self.state = WAIT_FINISHED;
}

static void wait_finished(void)
{
    int message = receive_message();
    if (message != FINISHED) {
        unexpected(message);
        return;
    }
    if (!checksum_is_good()) {
        fail(1);
        return;
    }
    timer_stop();
    established(self.kind);
    send_message(FINISHED);
    self.state = CONNECTED;
}

static void connected(void)
{
    switch (receive_message()) {
    case DATA:
        deliver();
        break;
    case TIMEOUT:
        break;
    case CLOSE:
    case ALERT:
        self.state = CLOSED;
        break;
    default:
        fail(1);
        break;
    }
}

static void step(void)
{
    switch (self.state) {
    case LISTEN:
        listen();
        break;
    case NEGOTIATE:
        negotiate();
        break;
    case WAIT_KEY:
        wait_key();
        break;
    case WAIT_FINISHED:
        wait_finished();
        break;
    case CONNECTED:
        connected();
        break;
    case CLOSED:
        self.hellos = 0;
        self.timeouts = 0;
        self.state = LISTEN;
        break;
    }
}

void server(void)
{
    self.state = LISTEN;
    for (;;)
        step();
}
