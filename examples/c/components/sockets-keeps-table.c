/* A socket layer over a small network interface: a table of sockets behind one lock, buffers for received bytes, error paths.
 *
 * Handles are indexes with a generation, so a handle that was closed is noticed. The interface is entered only with the lock.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SOCKETS 4
#define RECEIVED 8
#define PORTS 16

enum socket_error {
    SOCKET_OK = 0,
    SOCKET_BAD_HANDLE = -1,
    SOCKET_NO_SPACE = -2,
    SOCKET_IN_USE = -3,
    SOCKET_STATE = -4,
    SOCKET_NETWORK = -5,
    SOCKET_AGAIN = -6
};

enum socket_state {
    SOCKET_CLOSED,
    SOCKET_BOUND,
    SOCKET_LISTENING,
    SOCKET_CONNECTING,
    SOCKET_CONNECTED,
    SOCKET_SHUT
};

struct table_lock {
    int depth;
};

struct options {
    unsigned nonblocking : 1;
    unsigned keep_alive : 1;
    unsigned priority : 3;
};

struct socket {
    enum socket_state state;
    uint8_t generation;
    uint8_t local;
    uint8_t remote;
    uint8_t pending;
    uint8_t count;
    uint8_t first;
    uint8_t bytes[RECEIVED];
    struct options options;
    int error;
    uint32_t sent;
};

/* The platform. */
extern void table_take(struct table_lock *lock);
extern void table_give(struct table_lock *lock);
extern int net_connect(uint8_t local, uint8_t remote);
extern int net_send(uint8_t local, uint8_t byte);
extern void net_close(uint8_t local);
extern void wake_up(int handle);

static struct table_lock table_lock;
static struct socket table[SOCKETS];
static unsigned opened, closed, refused;

static void enter(void)
{
    table_take(&table_lock);
}

static void leave(void)
{
    table_give(&table_lock);
}

/* A handle has the index in its low bits. */
static int handle_of(unsigned index)
{
    return (int)((unsigned)table[index % SOCKETS].generation * SOCKETS + index % SOCKETS);
}

static struct socket *find(int handle)
{
    struct socket *socket;

    if (handle < 0)
        return NULL;
    socket = &table[(unsigned)handle % SOCKETS];
    if (socket->state == SOCKET_CLOSED || handle_of((unsigned)handle % SOCKETS) != handle)
        return NULL;
    return socket;
}

static bool port_used(uint8_t port)
{
    unsigned i;

    for (i = 0; i < SOCKETS; i++) {
        if (table[i].state != SOCKET_CLOSED && table[i].local == port)
            return true;
    }
    return false;
}

static void clear(struct socket *socket)
{
    socket->state = SOCKET_CLOSED;
    socket->local = 0;
    socket->remote = 0;
    socket->pending = 0;
    socket->count = 0;
    socket->first = 0;
    socket->error = SOCKET_OK;
    socket->options.nonblocking = 0;
    socket->options.keep_alive = 0;
    socket->options.priority = 0;
}

int socket_open(uint8_t port)
{
    int result = SOCKET_NO_SPACE;
    unsigned i;

    if (port == 0 || port >= PORTS)
        return SOCKET_STATE;
    enter();
    if (port_used(port)) {
        refused++;
        result = SOCKET_IN_USE;
        goto out;
    }
    for (i = 0; i < SOCKETS; i++) {
        struct socket *socket = &table[i];
        if (socket->state == SOCKET_CLOSED) {
            clear(socket);
            socket->generation = (uint8_t)(socket->generation + 1);
            socket->state = SOCKET_BOUND;
            socket->local = port;
            opened++;
            result = handle_of(i);
            break;
        }
    }
out:
    leave();
    return result;
}

int socket_listen(int handle, uint8_t backlog)
{
    struct socket *socket;
    int result = SOCKET_OK;

    enter();
    socket = find(handle);
    if (socket == NULL) {
        leave();
        return SOCKET_BAD_HANDLE;
    }
    if (socket->state != SOCKET_BOUND) {
        result = SOCKET_STATE;
        goto out;
    }
    socket->pending = backlog;
    socket->state = SOCKET_LISTENING;
out:
    leave();
    return result;
}

int socket_connect(int handle, uint8_t remote)
{
    struct socket *socket;
    int result;

    enter();
    socket = find(handle);
    if (socket == NULL) {
        result = SOCKET_BAD_HANDLE;
        goto out;
    }
    if (socket->state == SOCKET_CONNECTING && socket->options.nonblocking) {
        result = SOCKET_AGAIN;
        goto out;
    }
    if (socket->state != SOCKET_BOUND) {
        result = SOCKET_STATE;
        goto out;
    }
    socket->state = SOCKET_CONNECTING;
    socket->remote = remote;
    result = net_connect(socket->local, remote);
    if (result < 0) {
        socket->state = SOCKET_BOUND;
        socket->error = SOCKET_NETWORK;
        result = SOCKET_NETWORK;
        goto out;
    }
    if (result == 0 || !socket->options.nonblocking) {
        socket->state = SOCKET_CONNECTED;
        result = SOCKET_OK;
    } else {
        result = SOCKET_AGAIN;
    }
out:
    leave();
    return result;
}

int socket_send(int handle, uint8_t first, uint8_t length)
{
    struct socket *socket;
    uint8_t done = 0;

    enter();
    socket = find(handle);
    if (socket == NULL) {
        leave();
        return SOCKET_BAD_HANDLE;
    }
    if (socket->state != SOCKET_CONNECTED) {
        leave();
        return SOCKET_STATE;
    }
    while (done < length) {
        int result = net_send(socket->local, (uint8_t)(first + done));
        if (result < 0) {
            socket->error = SOCKET_NETWORK;
            socket->state = SOCKET_SHUT;
            return SOCKET_NETWORK;
        }
        if (result == 0)
            break;
        done++;
    }
    leave();
    return done;
}

int socket_receive(int handle)
{
    struct socket *socket;
    int result;

    enter();
    socket = find(handle);
    if (socket == NULL) {
        leave();
        return SOCKET_BAD_HANDLE;
    }
    if (socket->count == 0) {
        result = socket->state == SOCKET_CONNECTED ? SOCKET_AGAIN : SOCKET_STATE;
        leave();
        return result;
    }
    result = socket->bytes[socket->first % RECEIVED];
    socket->first = (socket->first + 1) % RECEIVED;
    socket->count--;
    leave();
    return result;
}

int socket_option(int handle, uint8_t option, uint8_t value)
{
    struct socket *socket;
    int result = SOCKET_OK;

    enter();
    socket = find(handle);
    if (socket == NULL) {
        result = SOCKET_BAD_HANDLE;
        goto out;
    }
    switch (option) {
    case 0:
        socket->options.nonblocking = value != 0;
        break;
    case 1:
        socket->options.keep_alive = value != 0;
        break;
    case 2:
        if (value > 7) {
            result = SOCKET_STATE;
            break;
        }
        socket->options.priority = value & 7;
        break;
    default:
        result = SOCKET_STATE;
    }
out:
    leave();
    return result;
}

int socket_close(int handle)
{
    struct socket *socket;

    enter();
    socket = find(handle);
    if (socket == NULL) {
        leave();
        return SOCKET_BAD_HANDLE;
    }
    if (socket->state == SOCKET_CONNECTED || socket->state == SOCKET_CONNECTING)
        net_close(socket->local);
    clear(socket);
    closed++;
    leave();
    return SOCKET_OK;
}

/* The interface received a byte for a port; whoever waits is woken up without the lock. */
void net_input(uint8_t port, uint8_t byte)
{
    int handle = -1;
    unsigned i;

    enter();
    for (i = 0; i < SOCKETS; i++) {
        struct socket *socket = &table[i];
        if (socket->local != port || socket->state < SOCKET_CONNECTING)
            continue;
        if (socket->count >= RECEIVED) {
            refused++;
            break;
        }
        socket->bytes[(socket->first + socket->count) % RECEIVED] = byte;
        socket->count++;
        handle = handle_of(i);
        break;
    }
    leave();
    if (handle >= 0)
        wake_up(handle);
}
