import { answerMessage } from "./answer-message.ts";
import { chargeMcp } from "./charge-mcp.ts";

/** What the module of MCP is asked for (src/create-modules.ts): how a request is charged, and its answer. */
export const mcpDoor = { charge: chargeMcp, answer: answerMessage };
