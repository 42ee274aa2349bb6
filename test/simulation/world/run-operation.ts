import type { ToolResult } from "../../../schemas/tool-call.ts";
import { AppError } from "../../../src/errors.ts";
import { decideOperation } from "../../../src/operations/decide-operation.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import type { OPERATION_COMMANDS } from "../history.ts";
import type { Started, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import type { Party } from "./party.ts";
import type { Activity } from "./scheduler.ts";
import { startTool } from "./start-tool.ts";

type Word = {
  decision: "approve" | "reject";
  activity: Activity;
  /** What its giver heard: nothing while there was no answer. */
  answer:
    | { ok: true; result: ToolResult }
    | { ok: false; code: string; message: string }
    | undefined;
};
/** An operation as its operator was shown it, and what he said to it. */
export type AskedOperation = Party & {
  id: string;
  dataHash: string;
  expiresAtMs: number;
  words: Word[];
};

/**
 * An operator in confirm mode: asks for a call, and says yes or no to the last one that he was
 * shown.
 */
export function runOperation(
  world: World,
  command: (typeof OPERATION_COMMANDS)[number],
  party: Party,
  faults: readonly Fault[],
): Started | undefined {
  if (command === "ask") return ask(world, party, faults);
  const operation = world.operations.at(-1);
  if (operation === undefined) return undefined;
  if (command === "reject") return decide(world, operation, "reject", faults);
  const started = decide(world, operation, "approve", faults);
  if (command === "approve twice") decide(world, operation, "approve", []);
  return started;
}

/**
 * From then on his direct calls wait for his word. No two calls of a history move the same amount.
 */
function ask(world: World, party: Party, faults: readonly Fault[]): Started {
  const { operator, vault } = party;
  world.start("confirm mode", [], (deps) =>
    saveSetting.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      operator,
      field: "execMode",
      value: "confirm",
      expected: { vault, chainId: world.chainId, was: "autonomous" },
    }),
  );
  const amountIn = `3.2${String(world.activities.length).padStart(5, "0")}`;
  const args = { tokenIn: "USDC", tokenOut: "WETH", amountIn, dex: "uniswap" };
  const name = "build_vault_swap";
  const started = startTool(world, party, { name, args, faults, executionMode: "delegated" });
  started.onEnd = (ended) => {
    if (!ended.ok) return void world.reached.add("operation: refused when it was asked for");
    const { operationId: id, data } = ended.value as ToolResult;
    if (id === undefined) return;
    const { dataHash, expiresAt: expiresAtMs } = data as { dataHash: string; expiresAt: number };
    world.operations.push({ ...party, id, dataHash, expiresAtMs, words: [] });
  };
  return started;
}

function decide(
  world: World,
  { id, vault, operator, words }: AskedOperation,
  decision: Word["decision"],
  faults: readonly Fault[],
): Started {
  const started = world.start(decision, faults, (deps) =>
    decideOperation(deps, deps.newId(), {
      operationId: id,
      decision,
      caller: {
        kind: "outside",
        credentials: {
          operatorAddress: operator,
          authSignature: `0x${"11".repeat(65)}`,
          authTimestamp: deps.clock.nowMs(),
        },
      },
      vaultAddress: vault,
      chainId: world.chainId,
    }),
  );
  const word: Word = { decision, activity: started.activity, answer: undefined };
  words.push(word);
  started.onEnd = (ended) => {
    word.answer = ended.ok
      ? { ok: true, result: ended.value as ToolResult }
      : { ok: false, code: codeOf(ended.error), message: String(ended.error) };
  };
  return started;
}

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : "");
