import type { TestStack, TestVault } from "../../test/support/test-stack.ts";
import { SLICE_AMOUNT } from "./slice-amount.ts";

/**
 * A vault of its own operator, delegated, with one order of so many slices that is due when the
 * caller makes it due.
 */
export async function vaultWithOrder(stack: TestStack, slices: number): Promise<TestVault> {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  const made = await stack.tool(vault, "create_twap_order", {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: String(SLICE_AMOUNT.usdc * slices),
    sliceCount: slices,
    intervalMinutes: 5,
    dex: "0x",
    autoExecute: true,
  });
  if (made.status !== 200) throw new Error(`no order: ${JSON.stringify(made.body)}`);
  return vault;
}
