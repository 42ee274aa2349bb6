import { runTool } from "../../../src/calls/run-tool.ts";
import { unwrap } from "../../../src/errors.ts";
import { findTool } from "../../../src/tables/find-tool.ts";
import type { Started, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import type { Party } from "./party.ts";

type Call = {
  name: string;
  args: Record<string, unknown>;
  faults: readonly Fault[];
  executionMode?: "manual" | "delegated";
};

/** A tool as any door calls it for an operator with his signature. */
export function startTool(
  world: World,
  party: Party,
  { name, args, faults, executionMode = "manual" }: Call,
): Started {
  const found = unwrap(findTool(name));
  return world.start(name, faults, async (deps) => {
    const { result } = await runTool(deps, deps.newId(), {
      tool: found,
      args,
      chainId: world.chainId,
      vaultAddress: party.vault,
      executionMode,
      caller: {
        kind: "outside",
        credentials: {
          operatorAddress: party.operator,
          authSignature: `0x${"11".repeat(65)}`,
          authTimestamp: deps.clock.nowMs(),
        },
      },
      purpose: { kind: "call" },
    });
    return result;
  });
}
