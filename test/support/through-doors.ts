import type { Payer } from "./create-payer.ts";
import { connectMcp } from "./mcp-client.ts";
import type { Credentials, TestStack, TestVault } from "./test-stack.ts";

/** What a request says in words, and as the call that these words mean. */
export type Asked = { words: string; tool: string; args: Record<string, unknown> };
/** What came of it through one door: what is the same whichever door it was. */
export type Outcome = {
  transaction?: Record<string, unknown>;
  refused?: { error: string; message: string };
};
type Auth = Partial<Credentials> & Record<string, unknown>;

/**
 * One request through a door: words or a call, with the vault and the operator's credentials beside
 * it.
 */
export type Door = (asked: Asked, auth: Auth) => Promise<Outcome>;

/**
 * The doors of HTTP: the same request to each must give the same transaction and the same refusal.
 */
export function throughDoors(
  stack: TestStack,
  vault: TestVault,
  payer: Payer,
): Record<"tool" | "chat" | "mcp", Door> {
  return {
    tool: async ({ tool, args }, auth) => {
      const body = { arguments: args, ...auth };
      return outcomeOf((await stack.call("POST", `/api/tools?toolName=${tool}`, body)).body);
    },
    chat: async ({ words }, auth) => {
      const body = { messages: [{ role: "user", content: words }], ...auth };
      return outcomeOf((await stack.call("POST", "/api/chat", body)).body);
    },
    mcp: async ({ tool, args }, auth) => {
      const { operatorAddress, authSignature, authTimestamp } = auth as Credentials;
      const credentials =
        authSignature === undefined
          ? {}
          : { credentials: { operatorAddress, authSignature, authTimestamp } };
      const named = auth.vaultAddress === undefined ? {} : { vault: vault.address };
      const { client, close } = await connectMcp(stack, { payer, ...named, ...credentials });
      try {
        const answer = await client.callTool({ name: tool, arguments: args });
        const [text] = answer.content as { text: string }[];
        return outcomeOf(answer.structuredContent ?? JSON.parse(text?.text ?? "{}"));
      } finally {
        await close();
      }
    },
  };
}

/** Without the deadline, which is the moment's, and without gas and fees, which are the block's. */
export function outcomeOf(body: any): Outcome {
  if (body.error !== undefined) return { refused: { error: body.error, message: body.message } };
  const { transaction } = body;
  if (transaction === undefined) return {};
  const {
    gas: _gas,
    maxFeePerGas: _max,
    maxPriorityFeePerGas: _tip,
    deadline: _until,
    data,
    swapMeta: _meta,
    ...rest
  } = transaction;
  return { transaction: { ...rest, data: withoutTimes(data) } };
}

/**
 * Calldata without the words of 32 bytes that hold a time of these years, in seconds: a transaction
 * shown in a chat has no deadline beside it.
 */
export const withoutTimes = (data: string): string => data.replace(/0{56}6[0-9a-f]{7}/g, "(time)");
