import { answerMessage } from "./answer-message.ts";
import { chargeMcp } from "./charge-mcp.ts";

/** What is loaded of MCP (src/create-modules.ts): how a request is charged, and its answer. */
export const mcpDoor = { charge: chargeMcp, answer: answerMessage };
