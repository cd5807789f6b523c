/* A handshake in the style of TLS: what client and server share. */
#ifndef HANDSHAKE_H
#define HANDSHAKE_H

enum message {
    TIMEOUT = 0,        /* nothing arrived in time */
    HELLO = 1,          /* client: a new session */
    RESUME = 2,         /* client: a session that was established before */
    RETRY = 3,          /* server: say hello again, with other parameters */
    ACCEPT = 4,         /* server: a new session, with a certificate */
    RESUMED = 5,        /* server: the session goes on, no key is needed */
    KEY = 6,            /* client: the secret of a new session */
    FINISHED = 7,       /* both: a checksum of everything so far */
    ALERT = 8,          /* both: something is wrong, the connection ends */
    DATA = 9,           /* client: a message of the application */
    CLOSE = 10          /* client: the connection ends */
};

enum kind { FULL = 0, SHORT = 1 };

/* The connection: one message at a time in each direction. */
void send_message(int message);
int receive_message(void);

/* The library for cryptography. All but the last return 1 if they accept. */
int certificate_is_good(void);
int checksum_is_good(void);
int ticket_is_good(void);
void derive_keys(int kind);

/* Timers and the application. */
void timer_start(void);
void timer_stop(void);
int application_wants_more(void);
void established(int kind);
void deliver(void);

#endif
