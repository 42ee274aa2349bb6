import { expect, test } from "vitest";
import { runTool } from "../../src/calls/run-tool.ts";
import type { Deps } from "../../src/deps.ts";
import { switchChain } from "../../src/tools/switch-chain.ts";

// switch_chain went to the chain it names like any other tool, so an operator's call asked who owns
// the vault THERE: 403 where the vault is not deployed, 503 where no node is configured. It only
// says a chain's number.
test("behavior: switch_chain needs no node of the chain it names", async () => {
  const deps = {
    chain: () => {
      throw new Error("no chain is to be asked");
    },
  } as unknown as Deps;
  const { result } = await runTool(deps, "r", {
    tool: switchChain,
    args: { chain: "arbitrum" },
    chainId: 8453,
    vaultAddress: undefined,
    executionMode: "manual",
    caller: { kind: "outside", credentials: {} },
    purpose: { kind: "call" },
  });
  expect(result).toMatchObject({ tool: "switch_chain", chainSwitch: 42_161 });
  expect(switchChain.staysOnChain).toBe(true);
});
