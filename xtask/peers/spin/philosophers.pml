/* Dining philosophers, left fork first: the same five steps as `rely generate philosophers`. -DN=seats. */
#ifndef N
#define N 8
#endif

bit fork[N];  /* taken? */

active [N] proctype philosopher()
{
think:
	atomic { fork[_pid] == 0 -> fork[_pid] = 1 };
	atomic { fork[(_pid + 1) % N] == 0 -> fork[(_pid + 1) % N] = 1 };
	skip;  /* eats */
	fork[_pid] = 0;
	atomic { fork[(_pid + 1) % N] = 0; goto think }
}
