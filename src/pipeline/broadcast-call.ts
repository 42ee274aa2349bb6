import type { ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import { awaitOutcome } from "./await-outcome.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { readyToSend } from "./ready-to-send.ts";
import { sendTransaction } from "./send-transaction.ts";

/** Step 5 of docs/design.md, "Exactly once": what is signed, written down and passed every check (ready-to-send.ts) is sent, once. */
export async function broadcastCall(
  ctx: ExecutionContext,
  call: PreparedCall,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  if (ctx.dryRun !== undefined) throw new Error("a dry run sends nothing");
  const debugCall = { to: ctx.vault, from: call.sender, value: "0x0", data: call.data } as const;
  const ready = await readyToSend(ctx, call, purpose);
  if (!ready.ok) {
    const { refusal, intent } = ready;
    return { status: "refused", refusal, debugCall, ...(intent !== undefined && { intent }) };
  }
  const { raw, intent } = ready;
  await sendTransaction(ctx.deps.chain(ctx.chainId), raw);
  return awaitOutcome(ctx, { ...intent, attempt: { ...intent.attempt, status: "sent" } }, call.figures, debugCall);
}
