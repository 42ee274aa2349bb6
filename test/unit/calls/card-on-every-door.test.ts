import { expect, test } from "vitest";
import { uiStream } from "../../../src/chat/ui-stream.ts";
import { askApproval } from "../../../src/mcp/ask-approval.ts";
import { saveSetting } from "../../../src/store/vaults/save-setting.ts";
import { dryRunBench } from "./support/dry-run-bench.ts";

const VAULT = `0x${"ab".repeat(20)}` as const;

test("behavior: a swap's card has venue and oracle price; every door the same lines", async () => {
  const bench = await dryRunBench();
  await bench.store(saveSetting, { operator: bench.operator, field: "execMode", value: "confirm" });
  const { usdc, weth } = bench.tokens;
  const args = { tokenIn: usdc, tokenOut: weth, amountIn: "2000", dex: "uniswap" };
  const offered = await bench.write({ name: "build_vault_swap", args, executionMode: "delegated" });
  if (!offered.ok || offered.result.operationId === undefined) throw new Error("nothing waits");
  const { message = "", operationId } = offered.result;
  expect(message).toMatch(
    /^Prices: [0-9.]+ WETH by uniswap's quote, [0-9.]+ WETH by the vault's oracle\.$/m,
  );
  expect(message).toContain("Goes to the vault itself.");
  const card = message.split("\n").slice(0, -1);

  const sealer = { seal: async () => "sealed", open: async () => undefined };
  const where = { vault: VAULT, chainId: 8453 as const, context: "c" };
  const asked: any = await askApproval({ sealer }, { ...offered.result, operationId }, where);
  expect(asked.inputRequests.approval.params.message.split("\n").slice(0, -1)).toEqual(card);

  // Of a stream the part that asks for the approval, not only the text beside it.
  const sent: string[] = [];
  const toolCalls = [{ name: "build_vault_swap", arguments: args, result: offered.result }];
  uiStream
    .open((event) => sent.push(event))
    .answer(JSON.stringify({ reply: message, operationId, toolCalls }));
  const asking = sent.find((event) => event.includes('"tool-input-available"')) ?? "";
  for (const line of card) expect(asking).toContain(JSON.stringify(line));
});
