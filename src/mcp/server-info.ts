import { VERSION } from "../../schemas/version.ts";

/** Who answers, as MCP's clients are told. */
export const SERVER_INFO = { name: "sextant", version: VERSION } as const;
