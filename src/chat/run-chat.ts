import type { ChainId } from "../../schemas/chains.ts";
import type { ChatMessage, ChatResponse } from "../../schemas/chat.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { hasCredentials } from "../auth/parse-credentials.ts";
import { runTool } from "../calls/run-tool.ts";
import { tookEffect } from "../calls/took-effect.ts";
import type { ToolRequest } from "../calls/tool-request.ts";
import type { ToolRun } from "../calls/tool-run.ts";
import { chainAddresses } from "../chain/addresses.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { readMessage } from "./read-message.ts";
import { runTurn, type TurnCall, type TurnPorts } from "./run-turn.ts";
import { withoutDryWords } from "./without-dry-words.ts";

/** One turn as a door hands it over. Actor, vault and mode stand beside the words, never in them. */
export type ChatTurn = {
  messages: readonly ChatMessage[];
  chainId: ChainId;
  vaultAddress: string | undefined;
  executionMode: "manual" | "delegated";
  /** Every write of this turn is tried only. */
  dryRun?: boolean;
  /** The caller's own choice for this turn's swaps, already within 10..500. */
  slippageBps?: number;
  /** Takes the words of a model's answer as they come. */
  say?: (delta: string) => void;
  caller: Extract<ToolRequest["caller"], { kind: "outside" | "paired" }>;
};

/** `tookEffect`: something happened that its caller could not undo by not paying. */
export type ChatRun = { response: ChatResponse; tookEffect: boolean };

/**
 * The chat engine behind every door that takes words: one turn over the pipeline that every tool call takes, with the
 * request's own credentials, vault and mode. Delegated execution needs a verified operator; where no delegation is active
 * the same transaction is given unsigned.
 * @throws auth_required for delegated without credentials, and whatever runTurn throws
 */
export async function runChat(deps: Deps, requestId: string, asked: ChatTurn): Promise<ChatRun> {
  const { chainId, caller, executionMode } = asked;
  if (executionMode === "delegated" && caller.kind === "outside" && !hasCredentials(caller.credentials))
    throw new AppError(
      "auth_required",
      "Delegated execution needs operator authentication: operatorAddress, authSignature and authTimestamp.",
    );
  let hasEffect = false;
  const tokens = (id: ChainId) => chainAddresses(id, deps.env.addressOverrides[id]).tokens;
  const fastPath = (own: string) => readMessage(own, { chainId, tokens });
  const dryMessages = withoutDryWords(asked.messages, (words) => fastPath(words).kind === "call");
  const turn: ChatTurn = dryMessages === undefined ? asked : { ...asked, messages: dryMessages, dryRun: true };
  const ports: TurnPorts = {
    fastPath,
    model: deps.model,
    say: turn.say,
    runTool: async (call) => {
      const request = requestOf(turn, call);
      const run = await runTool(deps, requestId, request);
      if (tookEffect(request, run)) hasEffect = true;
      return resultOf(run, request);
    },
  };
  const response = await runTurn(ports, { messages: turn.messages, chainId });
  return { response, tookEffect: hasEffect };
}

function requestOf(
  { vaultAddress, executionMode, slippageBps, caller, dryRun }: ChatTurn,
  call: TurnCall,
): ToolRequest {
  return {
    ...call,
    vaultAddress,
    executionMode: isOwnersOwn(call) ? "manual" : executionMode,
    withoutDelegation: "unsigned",
    ...(slippageBps !== undefined && { slippageBps }),
    ...(dryRun && { dryRun }),
    caller,
    purpose: { kind: "call" },
  };
}

/** Calls that only the vault's owner can send: the owner signs them, whatever mode was requested. */
const isOwnersOwn = ({ tool }: TurnCall): boolean => tool.effect === "transaction" && tool.ownerOnly === true;

/** A caller that requested execution and gets a transaction to sign learns why. */
function resultOf({ result, outcome }: ToolRun, { executionMode }: ToolRequest): ToolResult {
  if (executionMode !== "delegated" || outcome?.status !== "unsigned") return result;
  return { ...result, message: `${result.message ?? ""}\n${NOT_DELEGATED}`.trim() };
}

const NOT_DELEGATED =
  "It was not executed for you: no delegation is active for this vault on this chain. Set one up with: set up delegation";
