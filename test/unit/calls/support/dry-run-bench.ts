import type { Hex } from "viem";
import type { ToolResult } from "../../../../schemas/tool-call.ts";
import { runTool } from "../../../../src/calls/run-tool.ts";
import type { ToolRequest } from "../../../../src/calls/tool-request.ts";
import { createModules } from "../../../../src/create-modules.ts";
import type { Deps } from "../../../../src/deps.ts";
import { AppError, unwrap } from "../../../../src/errors.ts";
import { allow, type Details } from "../../../../src/lib/verdict.ts";
import { decideOperation } from "../../../../src/operations/decide-operation.ts";
import type {
  ReadCall,
  StoreScript,
  WriteCall,
} from "../../../../src/store/kernel/define-script.ts";
import { saveDelegation } from "../../../../src/store/vaults/save-delegation.ts";
import { findTool } from "../../../../src/tables/find-tool.ts";
import type { ChainState } from "../../../simulation/chain/chain-state.ts";
import {
  simQuote,
  simTransaction,
  simZeroExTransaction,
} from "../../../simulation/world/sim-quote.ts";
import { executionBench } from "../../pipeline/support/execution-bench.ts";

export type ToolCall = {
  name: string;
  args: Record<string, unknown>;
  executionMode: "manual" | "delegated";
};
/** How a call ended for its caller: its answer, or the refusal that a door would send. */
export type Ended =
  | { ok: true; result: ToolResult }
  | { ok: false; code: string; message: string; details: Details | undefined; status: number };
export type DryRunBench = Awaited<ReturnType<typeof dryRunBench>>;

/**
 * Tools by the one pipeline of every door, over the simulator's chain, venues at its pools' price,
 * and its Redis. `grants`: what the agent may call besides swaps, by the chain and by the record of
 * the delegation.
 */
export async function dryRunBench({ grants = [] }: { grants?: readonly Hex[] } = {}) {
  const bench = await executionBench({ grants });
  const { chain, operator, vault, agent, keys, tokens, chainDeps } = bench;
  const price = () => chain.stateAt(chain.head()).poolPrice;
  const target = chainDeps.addresses.universalRouter;
  bench.venues.uniswap = {
    id: "uniswap",
    quote: async (request) => allow(simQuote(request, undefined, price())),
    transaction: async (quote) => allow(simTransaction(quote, target, undefined)),
  };
  bench.venues["0x"] = {
    id: "0x",
    quote: async (request) => {
      const quote = { ...simQuote(request, undefined, price()), venue: "0x" as const };
      return allow({
        ...quote,
        transaction: simZeroExTransaction(quote, chainDeps.addresses.allowanceHolder, undefined),
      });
    },
    transaction: async ({ transaction }) => allow(transaction!),
  };
  const signed: string[] = [];
  const deps: Deps = {
    ...bench.deps,
    channels: [],
    env: {
      PRODUCT_NAME: "Sextant",
      rpcUrls: { 999: ["http://node"], 42161: ["http://node"] },
      addressOverrides: {},
      prices: {},
    } as unknown as Deps["env"],
    modules: createModules(),
    wallet: {
      ...bench.wallet,
      sign: (...args) => {
        signed.push("transaction");
        return bench.wallet.sign(...args);
      },
      signMessage: (...args) => {
        signed.push("message");
        return bench.wallet.signMessage(...args);
      },
    },
    // Who signed is not the subject: every signature is good.
    caches: { ...bench.deps.caches, signatures: { get: () => "plain", set: () => undefined } },
  };
  const request = ({ name, args, executionMode }: ToolCall): ToolRequest => ({
    ...{ tool: unwrap(findTool(name)), args, chainId: 8453, vaultAddress: vault, executionMode },
    caller: {
      kind: "outside",
      credentials: credentials(),
    },
    purpose: { kind: "call" },
  });
  const credentials = () => ({
    operatorAddress: operator,
    authSignature: `0x${"11".repeat(65)}`,
    authTimestamp: deps.clock.nowMs(),
  });
  const ended = async (work: () => Promise<{ result: ToolResult }>): Promise<Ended> => {
    try {
      return { ok: true, result: (await work()).result };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message, details, status } = error;
      return { ok: false, code, message, details, status };
    } finally {
      await Promise.allSettled(bench.deferred.map(({ work: later }) => later));
    }
  };
  let ids = 0;
  const { delegation } = await bench.context().stored();
  if (delegation === null) throw new Error("the base world delegates to its agents");
  if (grants.length > 0)
    await saveDelegation.run(deps.redis, keys, {
      ...{ requestId: "D-1", nowMs: deps.clock.nowMs(), chainNonce: 0 },
      record: { ...delegation, selectors: [...delegation.selectors, ...grants] },
    });
  return {
    ...{ bench, deps, operator, vault, agent, tokens, signed },
    write: (call: ToolCall, requestId = "R") =>
      ended(() => runTool(deps, requestId, request(call))),
    /** As a model proposes it: it waits for its operator's word. */
    propose: (call: ToolCall) =>
      ended(() => runTool(deps, "R", { ...request(call), card: ["As a model said it."] })),
    /** `asks`: as over MCP. */
    dryRun: (call: ToolCall, asks?: ToolRequest["asks"]) =>
      ended(() => runTool(deps, "R", { ...request(call), dryRun: true, ...(asks && { asks }) })),
    /** The operator's word on an operation, or a try of it. */
    decide: (operationId: string, dryRun: boolean, decision: "approve" | "reject" = "approve") =>
      ended(async () => ({
        result: await decideOperation(deps, "R", {
          ...{ operationId, decision, vaultAddress: vault, chainId: 8453, dryRun },
          caller: { kind: "outside", credentials: credentials() },
        }),
      })),
    /** A script of the store, as its own callers run it. */
    store: <I extends ReadCall, O>(
      script: StoreScript<I, O>,
      input: Omit<I, keyof WriteCall>,
    ): Promise<O> => {
      ids += 1;
      // Safe: these two are what is left out of the input.
      const given = {
        requestId: `given-${ids}`,
        nowMs: deps.clock.nowMs(),
        ...input,
      } as unknown as I;
      return script.run(deps.redis, keys, given);
    },
    change: (changed: (state: ChainState) => ChainState) => chain.change(changed),
    /** All that the store holds, and all that the chain does: a dry run leaves both as they are. */
    everything: () => ({
      stored: bench.dump(),
      chain: {
        ...{ head: chain.head(), state: chain.stateAt(chain.head()), waiting: chain.waiting() },
        ...{ mined: chain.canonical().length, sent: [...bench.sent], signed: [...signed] },
      },
    }),
  };
}
