import { routes } from "../../functions/routes.ts";
import { type PaymentRequirement, signPayment } from "../../local/facilitator/sign-payment.ts";
import { createApp } from "../../src/app.ts";
import { createDeps } from "../../src/create-deps.ts";
import { createIsolate } from "../../src/create-isolate.ts";
import { createModules } from "../../src/create-modules.ts";
import type { Facilitator } from "../../src/payment/http-facilitator.ts";
import type { Route } from "../../src/route.ts";
import { createSimRedis } from "../simulation/redis/create-sim-redis.ts";
import { nodeWithoutVaults } from "./node-without-vaults.ts";

/** How often others were asked, and what was left in the store. */
export type Upstream = {
  facilitator: number;
  rpc: number;
  redis: number;
  venue: number;
  other: number;
};
export type AttackRequest = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};
export type AttackWorld = {
  nowMs: number;
  send(request: AttackRequest, address: string): Promise<Response>;
  /** What the route asks for, as its 402 says. */
  terms(request: AttackRequest): Promise<PaymentRequirement>;
  upstream: Upstream;
  /** From now on the facilitator finds good whatever it is shown. */
  trust(isTrusting: boolean): void;
  /** Moves the clock of everything. */
  advance(ms: number): void;
  /** What the store holds: keys, and characters of keys and values together. */
  stored(): { keys: number; chars: number };
  /** Puts something into the store, as a test of a read needs it. */
  command(...parts: (string | number)[]): unknown;
  statuses: Map<number, number>;
};

type Options = {
  /** Answers a batch for the chain behind this URL. */
  node?: (url: string, body: string) => Response;
  /** Routes beside the service's own. */
  routes?: readonly Route[];
  /** In place of one that settles everything. */
  settle?: Facilitator["settle"];
  /** Runs before each call to the facilitator's verify. */
  beforeVerify?: () => Promise<void>;
  /** Runs before each script of this name; what it throws is what a store that is down does. */
  beforeScript?: (name: string) => Promise<void>;
  sleep?: (ms: number) => Promise<void>;
};

/** The first second of a window of every length that is counted in (four hours and less). */
const NOW_MS = 1_788_220_800_000 + 1_000;
const RPC = "https://rpc.example";
const SECRET = "s".repeat(32);
const BINDINGS = {
  PUBLIC_BASE_URL: "https://sextant.example",
  X402_PAY_TO: `0x${"11".repeat(20)}`,
  X402_FACILITATOR_URL: "https://facilitator.example",
  RPC_URL_8453: `${RPC}/8453`,
  RPC_URL_1: `${RPC}/1`,
  ZEROX_API_KEY: SECRET,
  UNISWAP_API_KEY: SECRET,
  AGENT_WALLET_SECRET: "22".repeat(32),
  QSTASH_CURRENT_SIGNING_KEY: SECRET,
  QSTASH_NEXT_SIGNING_KEY: SECRET,
  QSTASH_TOKEN: SECRET,
  TELEGRAM_BOT_TOKEN: "1:token",
  TELEGRAM_WEBHOOK_SECRET: SECRET,
  TELEGRAM_BOT_NAME: "sextant_bot",
};

/**
 * The whole application in this process, as one isolate, its clock standing still: the store runs
 * the service's own Lua, a node knows no vault and no contract, the facilitator finds no funds.
 * Whatever leaves it is counted.
 */
export function createAttackWorld(options: Options = {}): AttackWorld {
  const { node = (_url, body) => nodeWithoutVaults(body) } = options;
  let nowMs = NOW_MS;
  const isolate = createIsolate();
  const sim = createSimRedis({ nowMs: () => nowMs });
  const upstream: Upstream = { facilitator: 0, rpc: 0, redis: 0, venue: 0, other: 0 };
  const statuses = new Map<number, number>();
  let isTrusting = false;
  const facilitator: Facilitator = {
    verify: async ({ payload }) => {
      upstream.facilitator += 1;
      await options.beforeVerify?.();
      const payer = (payload.authorization as { from: string }).from;
      return isTrusting
        ? { status: "valid", payer }
        : { status: "invalid", reason: "insufficient_funds" };
    },
    settle: async (sent, terms) => {
      const { payload } = sent;
      upstream.facilitator += 1;
      if (options.settle) return options.settle(sent, terms);
      const payer = (payload.authorization as { from: string }).from;
      return { status: "settled", transaction: `0x${"33".repeat(32)}`, payer };
    },
    answers: async () => {
      upstream.facilitator += 1;
      return true;
    },
  };
  const fetcher = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.startsWith(RPC)) {
      upstream.rpc += 1;
      return node(url, String(init.body));
    }
    if (url.includes("0x.org") || url.includes("uniswap.org")) upstream.venue += 1;
    else upstream.other += 1;
    return new Response("{}", { status: 500 });
  };
  const app = createApp(
    [...routes, ...(options.routes ?? [])],
    (bindings, waitUntil) => ({
      ...createDeps(bindings, isolate, { fetcher, waitUntil, routes }),
      clock: { nowMs: () => nowMs },
      ...(options.sleep && { sleep: options.sleep }),
      log: () => undefined,
      modules: createModules(),
      facilitator,
      redis: {
        run: async (script, keys, args) => {
          upstream.redis += 1;
          await options.beforeScript?.(script.name);
          return sim.redis.run(script, keys, args);
        },
      },
    }),
    () => undefined,
  );
  const context = {
    waitUntil: () => undefined,
    passThroughOnException: () => undefined,
    props: {},
  };
  const send: AttackWorld["send"] = async ({ method, path, headers = {}, body }, address) => {
    const response = await app.request(
      path,
      {
        method,
        headers: { "cf-connecting-ip": address, ...headers },
        ...(body !== undefined && { body, duplex: "half" }),
      },
      BINDINGS,
      context,
    );
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  };
  return {
    get nowMs() {
      return nowMs;
    },
    advance: (ms) => {
      nowMs += ms;
    },
    send,
    upstream,
    statuses,
    terms: async (request) => {
      const response = await send(request, "192.0.2.1");
      const header = response.headers.get("payment-required") ?? "";
      statuses.clear();
      return JSON.parse(Buffer.from(header, "base64").toString()).accepts[0];
    },
    trust: (next) => {
      isTrusting = next;
    },
    command: sim.command,
    stored: () => {
      const all = Object.entries(sim.dump());
      return { keys: all.length, chars: JSON.stringify(all).length };
    },
  };
}

/** A payment for these terms, as the published clients of either generation sign it. */
export const paymentFor = (
  world: AttackWorld,
  requirement: PaymentRequirement,
  privateKey: `0x${string}`,
  more = {},
) => signPayment({ privateKey, requirement, nowMs: world.nowMs, ...more });
