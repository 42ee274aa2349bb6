import type { Fault, PortName } from "./fault.ts";

/** One thing that runs: a tick, a command. Dead ones (a killed Worker) are never resumed. */
export type Activity = {
  id: number;
  name: string;
  startedMs: number;
  /** Calls that had gone on before it. */
  startedAt: number;
  faults: readonly Fault[];
  counts: Record<PortName, number>;
  /** Await points so far, over all ports. */
  points: number;
  dead: boolean;
  done: boolean;
  /** When each script first had its effect for it, by the script's name. */
  firstEffects: Map<string, number>;
};

/**
 * A port call that waits for its turn. `perform` has its effect and answers; it runs at most once.
 */
export type Waiting = {
  activity: Activity;
  port: PortName;
  label: string;
  notBeforeMs: number;
  perform(): void;
};

/** Virtual time a call takes: enough that order in time and order of calls agree. */
const COST_MS: Record<PortName, number> = {
  redis: 3,
  rpc: 25,
  send: 20,
  venue: 80,
  messenger: 60,
  queue: 40,
  sleep: 0,
};

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * The only source of order. Everything asynchronous of a world waits here; one at a time is let go
 * on, by the choices of the history (0 is the one that waits longest), and the clock moves when
 * everybody sleeps.
 */
export function createScheduler(
  startMs: number,
  choices: readonly number[],
  {
    sequence: startSequence = 0,
    trace,
  }: { sequence?: number; trace?: ((line: string) => void) | undefined } = {},
) {
  let nowMs = startMs;
  let sequence = startSequence;
  let next = 0;
  let waiting: Waiting[] = [];
  const settled: (() => void)[] = [];
  const onClock: ((nowMs: number) => void)[] = [];

  const moveClock = (toMs: number): void => {
    if (toMs <= nowMs) return;
    nowMs = toMs;
    for (const listen of onClock) listen(nowMs);
  };

  const choose = (count: number): number => {
    if (count === 1) return 0;
    const choice = choices[next];
    next += 1;
    return choice === undefined ? 0 : choice % count;
  };

  /** One call goes on. False when nothing waits. */
  const step = async (): Promise<boolean> => {
    await drain();
    for (const close of settled.splice(0)) close();
    waiting = waiting.filter(({ activity }) => !activity.dead);
    if (waiting.length === 0) return false;
    let ready = waiting.filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
    if (ready.length === 0) {
      moveClock(Math.min(...waiting.map(({ notBeforeMs }) => notBeforeMs)));
      ready = waiting.filter(({ notBeforeMs }) => notBeforeMs <= nowMs);
    }
    const chosen = ready[choose(ready.length)]!;
    waiting = waiting.filter((one) => one !== chosen);
    sequence += 1;
    moveClock(nowMs + COST_MS[chosen.port]);
    trace?.(
      `${sequence} +${((nowMs - startMs) / 1_000).toFixed(1)}s ${chosen.activity.name}: ` +
        `${chosen.port} ${chosen.label}`,
    );
    chosen.perform();
    return true;
  };

  return {
    nowMs: () => nowMs,
    sequence: () => sequence,
    wait: (call: Waiting): void => {
      waiting.push(call);
    },
    /** Called once the microtasks of this turn have run: what was asked together is closed. */
    atTurnEnd: (close: () => void): void => {
      settled.push(close);
    },
    onClock: (listen: (nowMs: number) => void): void => {
      onClock.push(listen);
    },
    passTime: (ms: number): void => moveClock(nowMs + ms),
    step,
    /** Lets at most `count` calls go on; all of them when it is undefined. */
    run: async (count?: number): Promise<void> => {
      for (let i = 0; count === undefined || i < count; i += 1) {
        if (!(await step())) return;
        if (i > 20_000) throw new Error("the simulated world does not come to rest");
      }
    },
  };
}

/**
 * Every microtask has run when the macrotask comes; src itself starts no macrotask behind these
 * ports.
 */
const drain = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
