/* Leader election on a ring whose messages go one way (Dolev, Klawe, Rodeh 1982): the same protocol, numbers and
 * channels as `rely generate leader`. -DN=nodes, -DL=places of a channel. */
#ifndef N
#define N 7
#endif
#ifndef L
#define L 1
#endif

mtype = { one, two, winner };

chan ring[N] = [L] of { mtype, byte };
byte leaders;

proctype node(chan from, to; byte own)
{
	byte stands = own;  /* the number the node stands for */
	byte last;          /* that of its active predecessor */
	byte v;

	xr from;
	xs to;

	to!one(own);
stays:
	from?one(v);
	if
	:: v == stands -> to!winner(v); goto knows
	:: else -> to!two(v); last = v
	fi;
	from?two(v);
	if
	:: last > v && last > stands -> stands = last; to!one(stands); goto stays
	:: else -> skip
	fi;
passive:
	if
	:: from?one(v) -> to!one(v); goto passive
	:: from?two(v) -> to!two(v); goto passive
	:: from?winner(v) ->
		if
		:: v == own -> leaders++; assert(leaders == 1)
		:: else -> skip
		fi;
		to!winner(v);
		goto done
	fi;
knows:
	from?winner(v);
	if
	:: v == own -> leaders++; assert(leaders == 1)
	:: else -> skip
	fi;
done:
	skip
}

init {
	byte i;

	atomic {
		i = 0;
		do
		:: i < N -> run node(ring[(i + N - 1) % N], ring[i], (N + 2 - i) % N + 1); i++
		:: else -> break
		od
	}
}
