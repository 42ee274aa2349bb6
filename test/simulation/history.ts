import fc from "fast-check";
import {
  LIMIT_COMMANDS,
  LIMIT_SETS,
  type LimitsPlan,
  type OptionsPlan,
  ORDER_COMMANDS,
  TRIGGER_COMMANDS,
  type TriggerPlan,
  WAY_BACK,
} from "./options-plan.ts";
import { FATES, type Fate } from "./world/fate.ts";
import { FAULT_KINDS, type Fault, type PortName } from "./world/fault.ts";
import { LIES } from "./world/lie-of-node.ts";

const LIMIT_NAMES = Object.keys(LIMIT_SETS) as (keyof typeof LIMIT_SETS)[];
export const SIM_CHAINS = [8453, 137, 1] as const;

export type OrderPlan = {
  party: number;
  side: "buy" | "sell";
  slices: number;
  autoExecute: boolean;
  /**
   * A slice in thousandths of its usual size: left out where it is the usual one. A large one moves
   * a tenth of the vault.
   */
  isLarge?: boolean;
  /** At 0x in place of the pool DEX; only what is sold exactly. */
  isZeroEx?: boolean;
  /** What is set of it beside its size and pace. */
  options?: OptionsPlan | undefined;
};
/**
 * A NAV sync of USDC between the history's chain and a second one. `caps`: whole USDC of a run and
 * of a day.
 */
export type NavSyncPlan = { party: number; caps: (typeof SYNC_CAPS)[number] };
export const SYNC_CAPS = ["400/400", "400/700", "1000/2500", "5000/5000"] as const;
export const COMMANDS = [
  "cancel",
  "cancel all",
  "pause",
  "resume",
  "freeze",
  "unfreeze",
  "revoke",
  "revoke selectors",
  "confirm",
  "call",
  "create",
] as const;
/** Of an operator in confirm mode; `approve twice`: both at once. */
export const OPERATION_COMMANDS = ["ask", "approve", "approve twice", "reject"] as const;
/** Of histories with a NAV sync. */
export const SYNC_COMMANDS = ["create sync", "cancel sync", "cancel sync as an order"] as const;
/**
 * What whoever has stolen the key of an agent does with it, as fast as he likes; the last two are
 * the owner's and the agent's end of it.
 */
export const GRANT_COMMANDS = [
  "agent: call",
  "agent: larger call",
  "agent: three calls at once",
  "agent: way back",
  "agent: order",
  "agent: trigger",
  "agent: cancels all",
  "agent: loosens",
  "agent: approves",
  "agent: rejects",
  "agent: freezes",
  "owner: ends the grant",
  "agent: gives it back",
] as const;
/** Of the first vault, by its owner: whole USDC of a day, and when it expires. */
export type GrantPlan = {
  scope: "read" | "propose" | "trade";
  perDay: "4" | "10" | "100";
  expiresMin: 7 | 40 | 1_440;
};
/** What happens on the second chain, by which NAV per unit of the first is compared. */
export const SYNC_EVENTS = [
  "other chain falls behind",
  "other chain keeps up",
  "other chain gets ahead",
  "other chain is paid",
  "other chain is another's",
] as const;
export const CHAIN_EVENTS = [
  "mempool forgets all",
  "mempool forgets the lowest",
  "stalls",
  "fees spike under the cap",
  "fees spike over the cap",
  "next call reverts",
  "reorg: waits",
  "reorg: dropped",
  "reorg: mined again",
  "reorg: mined and reverted",
  "delegation revoked on chain",
  "delegation granted on chain",
  "vault sold",
  "market moves",
  "pools move away",
  "oracle follows",
  "wallet runs dry",
  "wallet runs low",
  "wallet refilled",
  "oracle window is short",
  "oracle window is being widened",
  "oracle window is wide",
] as const;

/**
 * What the first vault's owner does about the means of its orders; only where orders have options.
 */
export const FUND_EVENTS = ["vault has little to sell", "vault has plenty to sell"] as const;

/**
 * What happens next; `run`: how many calls go on before the step after it (-1: until nothing
 * waits), then `waitSec` pass.
 */
export type Step = { run: number; waitSec: number } & (
  | { do: "tick"; jti: "new" | "same" | "older"; faults: Fault[] }
  | {
      do: "command";
      command: (
        | typeof COMMANDS
        | typeof OPERATION_COMMANDS
        | typeof SYNC_COMMANDS
        | typeof ORDER_COMMANDS
        | typeof LIMIT_COMMANDS
        | typeof TRIGGER_COMMANDS
        | typeof GRANT_COMMANDS
        | readonly [typeof WAY_BACK]
      )[number];
      order: number;
      faults: Fault[];
    }
  | {
      do: "chain";
      event: (typeof CHAIN_EVENTS)[number] | (typeof FUND_EVENTS)[number];
      amount: number;
    }
  | { do: "other chain"; event: (typeof SYNC_EVENTS)[number] }
  | { do: "store"; event: "loses its last second" }
);

export type History = {
  chain: (typeof SIM_CHAINS)[number];
  /** Whether the operators are told anything. */
  messenger: boolean;
  /**
   * Whether the agents' signer gives other bytes each time, as key services do. Absent: it repeats
   * itself.
   */
  neverRepeats?: boolean | undefined;
  /**
   * What becomes of each message of the queue. Absent: there is none, and a tick claims all that is
   * due itself.
   */
  queue?: Fate[] | undefined;
  orders: OrderPlan[];
  /** With it the vaults are on a second chain too, where they are worth a tenth less per unit. */
  navSync?: NavSyncPlan | undefined;
  /** What a vault is limited to from the beginning. Absent: to nothing. */
  limits?: LimitsPlan | undefined;
  /** What waits for a price from the beginning. */
  triggers?: TriggerPlan[] | undefined;
  /** What an agent is let do from the beginning, whose key somebody has. */
  grant?: GrantPlan | undefined;
  steps: Step[];
  /**
   * Which waiting call goes on next, where more than one waits; 0 (the oldest) when they are used
   * up.
   */
  choices: number[];
};

const weighted = <T>(...items: [number, fc.Arbitrary<T>][]) =>
  fc.oneof(...items.map(([weight, arbitrary]) => ({ weight, arbitrary })));
const just = fc.constant;

const fault = (ports: readonly PortName[]): fc.Arbitrary<Fault> =>
  fc.constantFrom(...ports).chain((port) =>
    fc.record({
      port: just(port),
      nth: fc.nat({ max: NTH[port] }),
      kind: fc.constantFrom(...FAULT_KINDS[port]),
      amount: fc.constantFrom(1, 2, 4, 6, 45, 130, 400),
    }),
  );
/** How many calls of a port a short tick makes. */
const NTH: Record<PortName, number> = {
  redis: 4,
  rpc: 9,
  send: 1,
  venue: 2,
  messenger: 0,
  queue: 0,
  sleep: 4,
};

const run = weighted<number>([5, just(-1)], [4, fc.nat({ max: 24 })]);
const waitSec = weighted<number>(
  [3, just(300)],
  [2, just(0)],
  [1, fc.constantFrom(2, 20, 61, 100, 130, 3_000)],
);

type Of<K extends Step["do"]> = Extract<Step, { do: K }>;
const anyFault = fault(["redis", "redis", "rpc", "send", "send", "venue", "messenger", "sleep"]);
const tickWith = (changes: {
  run?: fc.Arbitrary<number>;
  waitSec?: fc.Arbitrary<number>;
  faults?: fc.Arbitrary<Fault[]>;
}) =>
  fc.record({
    do: just("tick" as const),
    jti: weighted<"new" | "same" | "older">(
      [14, just("new")],
      [1, just("same")],
      [1, just("older")],
    ),
    faults: changes.faults ?? fc.array(anyFault, { maxLength: 2 }),
    run: changes.run ?? run,
    waitSec: changes.waitSec ?? waitSec,
  });
const tick: fc.Arbitrary<Of<"tick">> = tickWith({});
const commandOf = (name: fc.Arbitrary<Of<"command">["command"]>): fc.Arbitrary<Of<"command">> =>
  fc.record({
    do: just("command" as const),
    command: name,
    order: fc.nat({ max: 2 }),
    faults: weighted<Fault[]>([3, just([])], [1, fault(["redis"]).map((one) => [one])]),
    run,
    waitSec: weighted<number>([4, just(0)], [1, just(60)]),
  });
const command = commandOf(fc.constantFrom(...COMMANDS));
const chainWith = (
  event: fc.Arbitrary<Of<"chain">["event"]>,
  amount = fc.constantFrom(1, 2, 3, 6, 12),
): fc.Arbitrary<Of<"chain">> =>
  fc.record({
    do: just("chain" as const),
    event,
    amount,
    run: weighted<number>([3, just(0)], [1, fc.nat({ max: 12 })]),
    waitSec: fc.constantFrom(0, 0, 2, 10),
  });
const chainEvent = chainWith(fc.constantFrom(...CHAIN_EVENTS));
const trouble = chainWith(
  fc.constantFrom("stalls", "fees spike under the cap", "fees spike over the cap"),
  fc.constantFrom(2, 6, 12),
);
const ownerAct = chainWith(
  fc.constantFrom("vault sold", "delegation revoked on chain", "delegation granted on chain"),
);
const marketMove = chainWith(
  fc.constantFrom("market moves", "market moves", "pools move away", "oracle follows"),
);
const oracleWindow = chainWith(
  fc.constantFrom(
    "oracle window is short",
    "oracle window is being widened",
    "oracle window is wide",
  ),
);
const coin = chainWith(fc.constantFrom("wallet runs dry", "wallet runs low", "wallet refilled"));
const loss = chainWith(
  fc.constantFrom(
    "mempool forgets all",
    "mempool forgets the lowest",
    "reorg: waits",
    "reorg: dropped",
    "reorg: mined again",
    "reorg: mined and reverted",
  ),
);

/** A single node lies once: about what a tick asks a node for, sooner or later. */
const lie: fc.Arbitrary<Fault> = fc.record({
  port: just("rpc" as const),
  nth: fc.nat({ max: 9 }),
  kind: fc.constantFrom(...LIES),
  amount: fc.constantFrom(1, 2),
});

const ask = commandOf(just("ask")).chain((step) =>
  fc.constantFrom(0, 20, 61, 170, 200).map((waitSec) => ({ ...step, run: -1, waitSec })),
);
const diesWhileReading: fc.Arbitrary<Fault> = fc.record({
  port: just("rpc" as const),
  nth: fc.constantFrom(1, 2),
  kind: just("crash before"),
  amount: just(1),
});
/**
 * A word on it, in whose middle something fails: behind the claim come its reads, and then its
 * attempt.
 */
const word = fc
  .tuple(
    commandOf(fc.constantFrom("approve", "approve", "approve twice", "reject")),
    weighted<Fault[]>(
      [3, just([])],
      [2, fault(["redis", "rpc", "send"]).map((one) => [one])],
      [2, diesWhileReading.map((one) => [one])],
    ),
    weighted<number>([2, just(0)], [1, just(61)]),
  )
  .map(([step, faults, waitSec]) => ({ ...step, faults, waitSec }));

/**
 * Sequences that lead where single steps seldom do: what waits is lost, a command comes in the
 * middle, ticks overlap.
 */
const scene: fc.Arbitrary<Step[]> = weighted<Step[]>(
  [4, tick.map((step) => [step])],
  [2, command.map((step) => [step])],
  [1, chainEvent.map((step) => [step])],
  // A transaction is good for 5 minutes: only a tick that comes within them can replace it.
  [
    3,
    fc.tuple(
      trouble,
      tickWith({ waitSec: fc.constantFrom(2, 100, 130, 200, 300) }),
      weighted<Step>([2, loss], [1, command], [2, trouble], [1, coin]),
      tick,
    ),
  ],
  [2, fc.tuple(tickWith({ waitSec: fc.constantFrom(0, 2, 6), run: just(-1) }), loss)],
  [2, fc.tuple(tickWith({ run: fc.nat({ max: 24 }), waitSec: just(0) }), command)],
  [
    1,
    fc.tuple(
      trouble,
      tickWith({ run: fc.nat({ max: 24 }) }),
      commandOf(just("pause")),
      commandOf(just("resume")),
      tick,
    ),
  ],
  // The vault's owner acts while a slice is between its reads and its broadcast.
  [1, fc.tuple(tickWith({ run: fc.nat({ max: 24 }), waitSec: just(0) }), ownerAct)],
  // The market moves between two slices, and between a slice's build and its broadcast.
  [1, fc.tuple(tick, marketMove)],
  [1, fc.tuple(oracleWindow, tick)],
  [
    2,
    fc.tuple(
      tickWith({ faults: lie.map((one) => [one]), run: just(-1) }),
      tickWith({ faults: lie.map((one) => [one]) }),
    ),
  ],
  [1, fc.tuple(tickWith({ run: fc.nat({ max: 24 }), waitSec: just(0) }), marketMove)],
  [1, commandOf(just("create")).map((step) => [step])],
  [1, fc.tuple(ask, word, word)],
  [
    1,
    fc.tuple(
      ask,
      weighted<Step>([2, tick], [1, marketMove], [1, ownerAct], [1, command], [1, loss]),
      word,
      tick,
    ),
  ],
  [1, fc.tuple(tickWith({ run: fc.nat({ max: 24 }), waitSec: fc.constantFrom(0, 61, 130) }), tick)],
  [
    1,
    fc.tuple(
      tickWith({ run: fc.nat({ max: 24 }), waitSec: just(0) }),
      just<Step>({ do: "store", event: "loses its last second", run: 0, waitSec: 0 }),
    ),
  ],
);

const otherChain: fc.Arbitrary<Step> = fc.record({
  do: just("other chain" as const),
  event: fc.constantFrom(...SYNC_EVENTS),
  run: weighted<number>([3, just(0)], [1, fc.nat({ max: 12 })]),
  waitSec: just(0),
});
const syncCommand = commandOf(
  fc.constantFrom("cancel sync", "cancel sync", "create sync", "cancel sync as an order"),
);
const midway = { run: fc.nat({ max: 30 }), waitSec: just(0) };
/** Kills and faults of every call that a run makes, which are more than a slice's. */
const syncFault: fc.Arbitrary<Fault> = weighted<Fault>(
  [3, anyFault],
  [
    1,
    fc.record({
      port: just("any" as const),
      nth: fc.nat({ max: 24 }),
      kind: fc.constantFrom("crash before", "crash after"),
      amount: just(0),
    }),
  ],
);
/** Between two runs that send lies a quarter of an hour. */
const syncPause = weighted<number>([2, just(300)], [3, fc.constantFrom(840, 900)], [1, just(0)]);
const syncTick = tickWith({ faults: fc.array(syncFault, { maxLength: 1 }), waitSec: syncPause });
const stopsAll = commandOf(fc.constantFrom("freeze", "revoke", "cancel all"));
const failsAll = tickWith({
  run: just(-1),
  waitSec: just(300),
  faults: just<Fault[]>(
    [0, 1, 2, 3].map((nth) => ({ port: "venue", nth, kind: "unreachable", amount: 1 })),
  ),
});
const syncScene: fc.Arbitrary<Step[]> = weighted<Step[]>(
  [4, syncTick.map((step) => [step])],
  [2, fc.tuple(otherChain, syncTick)],
  [1, fc.tuple(tickWith(midway), otherChain, syncTick)],
  [2, fc.tuple(tickWith(midway), syncCommand)],
  [
    1,
    fc.tuple(
      tickWith(midway),
      stopsAll,
      commandOf(fc.constantFrom("unfreeze", "confirm")),
      syncTick,
    ),
  ],
  [
    1,
    fc.tuple(
      tickWith(midway),
      weighted<Step>([1, ownerAct], [1, marketMove], [1, chainWith(just("next call reverts"))]),
      syncTick,
    ),
  ],
  [1, fc.tuple(syncCommand, syncCommand, syncTick)],
  [1, fc.tuple(failsAll, failsAll, failsAll)],
  [1, fc.tuple(trouble, syncTick, weighted<Step>([2, loss], [1, trouble], [1, coin]), syncTick)],
  [1, fc.tuple(tickWith({ waitSec: fc.constantFrom(0, 2, 6), run: just(-1) }), loss, syncTick)],
  [1, fc.tuple(tickWith(midway), tickWith({ waitSec: syncPause }))],
  [
    1,
    fc.tuple(
      tickWith(midway),
      just<Step>({ do: "store", event: "loses its last second", run: 0, waitSec: 0 }),
    ),
  ],
);

const order: fc.Arbitrary<OrderPlan> = fc.record({
  party: weighted<number>([5, just(0)], [1, just(1)], [1, just(2)]),
  side: fc.constantFrom("sell" as const, "sell" as const, "buy" as const),
  slices: weighted<number>([7, just(1)], [2, just(2)], [1, just(3)]),
  autoExecute: weighted<boolean>([9, just(true)], [1, just(false)]),
  isLarge: weighted<boolean>([3, just(false)], [1, just(true)]),
  isZeroEx: weighted<boolean>([5, just(false)], [1, just(true)]),
});

const scenes = (count: number): fc.Arbitrary<Step[]> =>
  fc.array(scene, { minLength: count, maxLength: count }).map((list) => list.flat());

const ordinary: fc.Arbitrary<History> = fc.record({
  chain: weighted([6, just(8453 as const)], [1, just(137 as const)], [1, just(1 as const)]),
  messenger: weighted<boolean>([3, just(false)], [1, just(true)]),
  neverRepeats: fc.boolean(),
  orders: weighted<OrderPlan[]>(
    [7, order.map((one) => [one])],
    [1, fc.array(order, { minLength: 2, maxLength: 2 })],
  ),
  steps: weighted([6, scenes(1)], [3, scenes(2)], [1, scenes(3)]),
  choices: fc.array(fc.nat({ max: 5 }), { maxLength: 24 }),
});

/** A NAV sync beside an order, mostly in the same vault. */
const syncing: fc.Arbitrary<History> = fc.record({
  chain: weighted([6, just(8453 as const)], [1, just(137 as const)], [1, just(1 as const)]),
  messenger: fc.boolean(),
  neverRepeats: fc.boolean(),
  orders: weighted<OrderPlan[]>([2, just([])], [1, order.map((one) => [one])]),
  navSync: fc.record({
    party: weighted<number>([5, just(0)], [1, just(1)], [1, just(2)]),
    caps: fc.constantFrom(...SYNC_CAPS),
  }),
  steps: weighted<Step[]>(
    [3, fc.array(syncScene, { minLength: 1, maxLength: 2 }).map((list) => list.flat())],
    [1, fc.tuple(syncScene, scene).map((list) => list.flat())],
  ),
  choices: fc.array(fc.nat({ max: 5 }), { maxLength: 24 }),
});

const fate: fc.Arbitrary<Fate> = fc.record({
  fate: fc.constantFrom(...FATES),
  lateSec: fc.constantFrom(20, 130, 290, 620),
  faults: weighted<Fault[]>([2, just([])], [1, anyFault.map((one) => [one])]),
});

/**
 * Orders of several vaults, of which a tick claims one itself and leaves the others to its shards.
 */
const sharded: fc.Arbitrary<History> = fc
  .record({
    history: weighted([3, ordinary], [1, syncing]),
    queue: fc.array(fate, { minLength: 1, maxLength: 3 }),
    others: fc.array(order, { minLength: 1, maxLength: 1 }),
    first: tickWith({
      faults: weighted<Fault[]>([1, just([])], [1, fault(["queue"]).map((one) => [one])]),
    }),
  })
  .map(({ history, queue, others, first }) => ({
    ...history,
    queue,
    orders: [...history.orders.slice(0, 1), ...others].map((one, index) => ({
      ...one,
      party: index * 2,
    })),
    steps: [first, ...history.steps],
  }));

const ofOrder = commandOf(fc.constantFrom(...ORDER_COMMANDS, "skip"));
const ofLimits = commandOf(fc.constantFrom(...LIMIT_COMMANDS));
const ofTrigger = commandOf(fc.constantFrom(...TRIGGER_COMMANDS));
const smallMove = chainWith(
  fc.constantFrom("market moves", "pools move away", "oracle follows"),
  fc.constantFrom(1, 1, 2, 3),
);
const dear = chainWith(just("fees spike under the cap"), fc.constantFrom(1, 2));
const calmTick = tickWith({ run: just(-1), waitSec: just(300), faults: just<Fault[]>([]) });
const burst = commandOf(fc.constantFrom("call", "call", WAY_BACK)).map((step) => ({
  ...step,
  waitSec: 0,
}));
/** What stands in the way of every kind of order. */
const hindrance = weighted<Step>(
  [2, trouble],
  [2, loss],
  [1, command],
  [1, ownerAct],
  [1, coin],
  [1, marketMove],
);

const little = chainWith(
  fc.constantFrom(
    "vault has little to sell",
    "vault has little to sell",
    "wallet runs low",
    "wallet runs dry",
  ),
  fc.constantFrom(1, 2, 3),
);
/** Runs short, has plenty, and runs short again, while slices go on. */
const shortTwice: fc.Arbitrary<Step[]> = fc
  .constantFrom(
    ["vault has little to sell", "vault has plenty to sell"] as const,
    ["wallet runs low", "wallet refilled"] as const,
  )
  .chain(([runsShort, recovers]) => {
    const short = chainWith(just(runsShort), just(1));
    return fc.tuple(short, tick, chainWith(just(recovers)), calmTick, short, calmTick);
  });
/** Paused, resumed, skipped and edited in any order, one while another is under way. */
const pausedAndChanged: fc.Arbitrary<Step[]> = fc
  .tuple(
    commandOf(just("pause")),
    fc.array(
      weighted<Step>(
        [3, ofOrder],
        [2, commandOf(fc.constantFrom("pause", "resume"))],
        [1, tickWith(midway)],
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    commandOf(just("resume")),
    tick,
    tick,
  )
  .map(([paused, between, resumed, ...ticks]) => [paused, ...between, resumed, ...ticks]);
/**
 * Around one order with options: what its operator sets anew meanwhile, and what the market, the
 * fees and the clock do to it.
 */
const optionScene: fc.Arbitrary<Step[]> = weighted<Step[]>(
  [4, fc.tuple(tick, calmTick)],
  [3, fc.tuple(tickWith(midway), ofOrder, tick)],
  [2, fc.tuple(calmTick, ofOrder, calmTick)],
  [1, fc.tuple(ofOrder, ofOrder, tick)],
  [2, fc.tuple(smallMove, tick)],
  [1, fc.tuple(tickWith(midway), smallMove, tick)],
  [2, fc.tuple(dear, tick, tick)],
  [
    1,
    fc.tuple(
      tickWith({ waitSec: fc.constantFrom(0, 2, 6), run: just(-1) }),
      dear,
      tickWith({ waitSec: just(100) }),
    ),
  ],
  [2, fc.tuple(tickWith({ waitSec: fc.constantFrom(900, 1_500, 1_500), run: just(-1) }), tick)],
  [1, fc.tuple(tickWith(midway), tick)],
  [2, fc.tuple(tick, hindrance, tick)],
  [
    1,
    fc.tuple(
      commandOf(just("pause")),
      tickWith({ waitSec: just(900) }),
      commandOf(just("resume")),
      tick,
    ),
  ],
  [
    1,
    fc.tuple(
      tickWith(midway),
      just<Step>({ do: "store", event: "loses its last second", run: 0, waitSec: 0 }),
    ),
  ],
  [2, fc.tuple(little, calmTick, tick)],
  [1, fc.tuple(calmTick, little, tick, ofOrder, calmTick)],
  [4, shortTwice],
  [3, pausedAndChanged],
  [1, fc.tuple(tickWith(midway), pausedAndChanged).map(([first, then]) => [first, ...then])],
  [1, fc.tuple(commandOf(just("skip")), commandOf(just("edit slices")), calmTick)],
);
const limitScene: fc.Arbitrary<Step[]> = weighted<Step[]>(
  [3, fc.tuple(tick, burst, tick)],
  [2, fc.tuple(burst, burst, burst)],
  [2, fc.tuple(tickWith(midway), burst, burst)],
  [3, fc.tuple(tickWith(midway), ofLimits, tick)],
  [2, fc.tuple(burst, ofLimits, burst)],
  [1, fc.tuple(chainWith(just("next call reverts")), tick, burst)],
  [2, fc.tuple(burst, hindrance, burst, tick)],
  [1, fc.tuple(ask, weighted<Step>([1, ofLimits], [1, tick]), word)],
  [
    1,
    fc.tuple(
      tickWith(midway),
      just<Step>({ do: "store", event: "loses its last second", run: 0, waitSec: 0 }),
    ),
  ],
);

/** Most orders have one thing set: what several of them do together is rarer. */
const optionsPlan: fc.Arbitrary<OptionsPlan> = weighted<OptionsPlan>(
  [1, just({})],
  [3, fc.record({ limitBps: fc.constantFrom(60, 15, -100, -280), isOfOther: fc.boolean() })],
  [2, fc.record({ startMin: fc.constantFrom(3, 12) })],
  [3, fc.record({ expiresMin: fc.constantFrom(6, 9, 16) })],
  [2, fc.record({ gasPercent: fc.constantFrom(250, 250, 120) })],
  [
    3,
    fc.record({
      randomize: fc.constantFrom(
        { size: 50, time: 0 },
        { size: 20, time: 50 },
        { size: 0, time: 50 },
      ),
      intervalMinutes: fc.constantFrom(5, 10),
    }),
  ],
  [2, just({ catchUp: true })],
  [1, just({ catchUp: true, randomize: { size: 50, time: 0 } })],
  [
    1,
    fc.record({
      limitBps: fc.constantFrom(60, -100),
      expiresMin: fc.constantFrom(6, 12),
      catchUp: fc.boolean(),
    }),
  ],
);
const withOptions: fc.Arbitrary<OrderPlan> = fc
  .record({
    order,
    options: optionsPlan,
    slices: weighted<number>([1, just(1)], [2, just(2)], [3, just(3)], [3, just(5)]),
  })
  // What catches up needs more slices than it may trade at once.
  .map(({ order: plan, options, slices }) => ({
    ...plan,
    options,
    slices: options.catchUp ? 5 : slices,
    isLarge: false,
  }));
const ofMarket = {
  chain: weighted([6, just(8453 as const)], [1, just(137 as const)], [1, just(1 as const)]),
  messenger: weighted<boolean>([3, just(false)], [1, just(true)]),
  neverRepeats: fc.boolean(),
  choices: fc.array(fc.nat({ max: 5 }), { maxLength: 24 }),
};
const optioned: fc.Arbitrary<History> = fc.record({
  ...ofMarket,
  orders: weighted<OrderPlan[]>(
    [6, withOptions.map((one) => [one])],
    [1, fc.array(withOptions, { minLength: 2, maxLength: 2 })],
  ),
  steps: fc.array(optionScene, { minLength: 1, maxLength: 2 }).map((list) => list.flat()),
});
const limited: fc.Arbitrary<History> = fc.record({
  ...ofMarket,
  orders: weighted<OrderPlan[]>(
    [1, just([])],
    [3, withOptions.map((one) => [{ ...one, party: 0, options: {} }])],
    [1, order.map((one) => [{ ...one, party: 0, slices: 3, options: {} }])],
  ),
  limits: fc.record({ party: just(0), set: fc.constantFrom(...LIMIT_NAMES) }),
  steps: fc.array(limitScene, { minLength: 1, maxLength: 2 }).map((list) => list.flat()),
});

const triggerPlan: fc.Arbitrary<TriggerPlan> = fc
  .record({
    party: weighted<number>([5, just(0)], [1, just(1)]),
    type: fc.constantFrom("limit", "stop", "take-profit"),
    side: weighted<"sell" | "buy">([3, just("sell")], [1, just("buy")]),
    buys: fc.constantFrom("WETH", "USDC"),
    away: fc.constantFrom(140, 260, 390),
    isOfOther: fc.boolean(),
    into: weighted<number | undefined>([3, just(undefined)], [1, just(1)], [1, just(2)]),
    expiresMin: weighted<number | undefined>([3, just(undefined)], [1, fc.constantFrom(6, 9)]),
  })
  // None is met where a history begins.
  .map(({ away, ...plan }) => ({
    ...plan,
    bps: (plan.buys === "WETH") !== (plan.type === "stop") ? -away : away,
  }));
const moveAll = chainWith(just("market moves"), fc.constantFrom(1, 2, 2, 3));
const triggerScene: fc.Arbitrary<Step[]> = weighted<Step[]>(
  [4, fc.tuple(moveAll, tick, calmTick)],
  [2, fc.tuple(moveAll, tickWith(midway), tick)],
  [2, fc.tuple(tickWith(midway), moveAll, tick)],
  [2, fc.tuple(moveAll, tickWith(midway), moveAll, tick)],
  [2, fc.tuple(moveAll, tickWith(midway), ofTrigger, tick)],
  [1, fc.tuple(ofTrigger, moveAll, tick)],
  [2, fc.tuple(moveAll, hindrance, tick, tick)],
  [
    1,
    fc.tuple(moveAll, tickWith({ waitSec: fc.constantFrom(0, 2, 6), run: just(-1) }), loss, tick),
  ],
  [1, fc.tuple(moveAll, trouble, tick, tick)],
  [1, fc.tuple(smallMove, tick)],
  [1, fc.tuple(tickWith({ waitSec: just(300) }), calmTick)],
  [
    1,
    fc.tuple(
      moveAll,
      tickWith(midway),
      just<Step>({ do: "store", event: "loses its last second", run: 0, waitSec: 0 }),
    ),
  ],
);
const ofOneVault: fc.Arbitrary<History> = fc.record({
  ...ofMarket,
  orders: weighted<OrderPlan[]>([4, just([])], [1, order.map((one) => [one])]),
  limits: weighted<LimitsPlan | undefined>(
    [5, just(undefined)],
    [
      1,
      fc.record({
        party: just(0),
        set: fc.constantFrom("a day of 24", "a transaction of 10", "0x alone"),
      }),
    ],
  ),
  triggers: weighted<TriggerPlan[]>(
    [3, triggerPlan.map((one) => [one])],
    [1, fc.array(triggerPlan, { minLength: 2, maxLength: 2 })],
  ),
  steps: fc.array(triggerScene, { minLength: 1, maxLength: 2 }).map((list) => list.flat()),
});

/**
 * Trigger orders of two operators, mostly met by the same price, beside slices of a third vault and
 * what these vaults' operators do.
 */
const ofTwoOperators: fc.Arbitrary<History> = fc
  .record({
    ...ofMarket,
    orders: fc.tuple(order, weighted<OrderPlan[]>([3, just([])], [1, order.map((one) => [one])])),
    triggers: fc.tuple(
      triggerPlan,
      triggerPlan,
      weighted<boolean>([3, just(true)], [1, just(false)]),
    ),
    steps: fc
      .tuple(
        moveAll,
        weighted<Step[]>([3, just([])], [1, ofTrigger.map((one) => [one])]),
        tick,
        triggerScene,
      )
      .map(([move, between, first, then]) => [move, ...between, first, ...then]),
  })
  .map(({ orders: [beside, more], triggers: [first, second, isSame], ...history }) => ({
    ...history,
    orders: [{ ...beside, party: 1 }, ...more],
    triggers: [
      { ...first, party: 0 },
      { ...(isSame ? first : second), party: 2 },
    ],
  }));
const triggered: fc.Arbitrary<History> = weighted([3, ofOneVault], [1, ofTwoOperators]);

const ofGrant = commandOf(fc.constantFrom(...GRANT_COMMANDS));
const agentCall = commandOf(
  fc.constantFrom(
    "agent: call",
    "agent: call",
    "agent: larger call",
    "agent: three calls at once",
    "agent: way back",
  ),
);
const inOneGo = agentCall.map((step) => ({ ...step, run: -1 }));
const ends = commandOf(
  fc.constantFrom("owner: ends the grant", "owner: ends the grant", "agent: gives it back"),
);
const sale = chainWith(just("vault sold"));
const grantScene: fc.Arbitrary<Step[]> = weighted<Step[]>(
  [3, fc.array(agentCall, { minLength: 2, maxLength: 5 })],
  [2, fc.array(inOneGo, { minLength: 3, maxLength: 5 })],
  [2, fc.tuple(agentCall, ends, agentCall, agentCall)],
  // It is out and waits when its grant ends: a look within its five minutes would sign it anew.
  [
    3,
    fc.tuple(
      trouble,
      inOneGo.map((step) => ({ ...step, waitSec: 60 })),
      ends.map((step) => ({ ...step, run: -1, faults: [] })),
      tickWith({ waitSec: fc.constantFrom(2, 100) }),
      tick,
    ),
  ],
  [2, fc.tuple(ofGrant, ofGrant, ofGrant)],
  [2, fc.tuple(inOneGo, sale, agentCall, sale, agentCall)],
  [1, fc.tuple(agentCall, sale, inOneGo, sale, inOneGo)],
  [2, fc.tuple(agentCall, weighted<Step>([1, command], [1, ofLimits], [1, hindrance]), inOneGo)],
  [2, fc.tuple(tickWith(midway), agentCall, ofGrant, tick)],
  [1, fc.tuple(chainWith(just("next call reverts")), agentCall, agentCall)],
  [1, fc.tuple(inOneGo, loss, tick, agentCall)],
  [
    1,
    fc.tuple(
      ask,
      commandOf(fc.constantFrom("agent: approves", "agent: rejects", "agent: call")),
      agentCall,
      word,
      ends,
      word,
    ),
  ],
);
/** A stolen key of an agent, beside an order of the vault's owner and whatever else happens. */
const granted: fc.Arbitrary<History> = fc.record({
  ...ofMarket,
  orders: weighted<OrderPlan[]>([2, just([])], [1, order.map((one) => [one])]),
  limits: weighted<LimitsPlan | undefined>(
    [4, just(undefined)],
    [
      1,
      fc.record({
        party: just(0),
        set: fc.constantFrom("a day of 24", "a transaction of 10", "0x alone"),
      }),
    ],
  ),
  grant: fc.record({
    scope: weighted<GrantPlan["scope"]>(
      [6, just("trade")],
      [1, just("propose")],
      [1, just("read")],
    ),
    perDay: fc.constantFrom("4", "10", "10", "100"),
    expiresMin: weighted<GrantPlan["expiresMin"]>([3, just(1_440)], [1, just(40)], [1, just(7)]),
  }),
  steps: weighted<Step[]>(
    [3, fc.array(grantScene, { minLength: 1, maxLength: 2 }).map((list) => list.flat())],
    [1, fc.tuple(grantScene, scene).map((list) => list.flat())],
  ),
});

/** What a history is about. */
export const KINDS = { ordinary, sharded, syncing, optioned, limited, triggered, granted };

/** Histories of a few minutes to an hour, small enough that ten thousand of them are a test. */
export const histories: fc.Arbitrary<History> = weighted(
  [28, ordinary],
  [2, sharded],
  [4, syncing],
  [5, optioned],
  [3, limited],
  [4, triggered],
);
