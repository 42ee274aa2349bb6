import type { McpMessage } from "../../schemas/mcp-message.ts";
import { AppError } from "../errors.ts";
import type { ChargedRequest, GateAnswer } from "../route.ts";
import { chargeAnswer } from "./charge-answer.ts";
import { chargeResource } from "./charge-resource.ts";
import { chargeToolCall } from "./charge-tool-call.ts";
import { checkOrigin } from "./check-origin.ts";
import { type Era, eraOf, isModernVersion } from "./era-of.ts";
import { isAnswer, readMessage } from "./read-message.ts";
import { RPC_CODES, RpcError } from "./rpc-error.ts";
import type { Till } from "./till.ts";

/**
 * Only tools/call is paid for, and whatever refuses is answered in the protocol's words.
 * @throws AppError for a foreign origin, a limit, of older clients what is no message, and of those
 * that pay by HTTP the gate's own
 */
export async function chargeMcp(request: ChargedRequest, till: Till): Promise<GateAnswer> {
  const { deps, route, raw } = request;
  checkOrigin(deps.env, raw);
  let message: McpMessage;
  try {
    message = readMessage(route, raw);
  } catch (error) {
    if (!(error instanceof AppError) || !isModernVersion(raw.headers.get("mcp-protocol-version")))
      throw error;
    const code = error.code === "invalid_json" ? RPC_CODES.parse : RPC_CODES.invalidRequest;
    // Of a message that could not be read there is no id to repeat.
    const body = {
      jsonrpc: "2.0",
      error: { code, message: error.message, data: { error: error.code } },
    };
    return { status: error.status, body: JSON.stringify(body), headers: {} };
  }
  let era: Era | undefined;
  try {
    era = eraOf(message, raw.headers);
    // These act for no operator: checking credentials would only cost requests.
    const free = { ...raw, bodyText: "" };
    const { id } = message;
    if (id === undefined) {
      const noted = await till.free(free, async () => ({ body: "", tookEffect: false }), "none");
      return { ...noted, status: 202 };
    }
    if (message.method === "resources/read")
      return await chargeResource(request, till, message.params?.uri, era);
    if (message.method !== "tools/call") return await till.free(free, request.run, "none");
    if (isAnswer(era, message.params))
      return await chargeAnswer(request, till, { ...message, id }, era);
    return await chargeToolCall(request, till, { ...message, id }, era);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const { code, message: text, data, status } = error;
    const body = {
      jsonrpc: "2.0",
      id: message.id ?? "",
      error: { code, message: text, ...(data && { data }) },
    };
    return {
      status: era?.kind === "legacy" ? 200 : status,
      body: JSON.stringify(body),
      headers: {},
    };
  }
}
