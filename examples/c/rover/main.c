/* The whole program. */
#include <pthread.h>
#include "rover.h"

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, monitor, 0);
    pthread_create(&threads[1], 0, checker, 0);
    executive(0);
    return 0;
}
