/* The client with a bug: what it knows of the key survives a retry and the end of a connection. */
#include "handshake.h"

#define MAX_RETRIES 2
#define MAX_TIMEOUTS 1

enum state {
    START,
    WAIT_ACCEPT,
    SEND_KEY,
    SEND_FINISHED,
    WAIT_FINISHED,
    CONNECTED,
    CLOSED
};

struct client {
    enum state state;
    unsigned retries;           /* of this connection, as the server asked */
    unsigned timeouts;          /* of this connection */
    unsigned char key_sent : 1;
    unsigned char resuming : 1;
    unsigned char has_ticket : 1;
};

static struct client self;

/* Ends the connection. A session in which something went wrong is not resumed. */
static void fail(int tell)
{
    timer_stop();
    if (tell)
        send_message(ALERT);
    self.has_ticket = 0;
    self.state = CLOSED;
}

/* A message that does not fit, or none. */
static void unexpected(int message)
{
    switch (message) {
    case ALERT:
        fail(0);
        break;
    case TIMEOUT:
        if (self.timeouts == MAX_TIMEOUTS)
            fail(1);
        else
            self.timeouts++;
        break;
    default:
        fail(1);
        break;
    }
}

static void start(void)
{
    self.resuming = self.has_ticket;
    timer_start();
    send_message(self.resuming ? RESUME : HELLO);
    self.state = WAIT_ACCEPT;
}

static void wait_accept(void)
{
    int message = receive_message();
    switch (message) {
    case RETRY:
        if (self.retries == MAX_RETRIES) {
            fail(1);
            break;
        }
        self.retries++;
        self.has_ticket = 0;
        timer_stop();
        self.state = START;
        break;
    case ACCEPT:
        /* The server may refuse to resume: then the session is a new one. */
        self.resuming = 0;
        if (!certificate_is_good()) {
            fail(1);
            break;
        }
        self.state = SEND_KEY;
        break;
    case RESUMED:
        if (!self.resuming) {
            fail(1);
            break;
        }
        derive_keys(SHORT);
        self.state = SEND_FINISHED;
        break;
    default:
        unexpected(message);
        break;
    }
}

static void send_key(void)
{
    if (!self.key_sent) {
        send_message(KEY);
        self.key_sent = 1;
    }
    derive_keys(FULL);
    self.state = SEND_FINISHED;
}

static void send_finished(void)
{
    send_message(FINISHED);
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
    self.has_ticket = 1;
    established(self.resuming ? SHORT : FULL);
    self.state = CONNECTED;
}

static void connected(void)
{
    if (application_wants_more()) {
        send_message(DATA);
        return;
    }
    send_message(CLOSE);
    self.state = CLOSED;
}

static void step(void)
{
    switch (self.state) {
    case START:
        start();
        break;
    case WAIT_ACCEPT:
        wait_accept();
        break;
    case SEND_KEY:
        send_key();
        break;
    case SEND_FINISHED:
        send_finished();
        break;
    case WAIT_FINISHED:
        wait_finished();
        break;
    case CONNECTED:
        connected();
        break;
    case CLOSED:
        self.retries = 0;
        self.timeouts = 0;
        self.state = START;
        break;
    }
}

void client(void)
{
    self.state = START;
    for (;;)
        step();
}
