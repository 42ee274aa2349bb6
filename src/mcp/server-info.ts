/** Who answers, as MCP's clients are told. */
export const SERVER_INFO = { name: "sextant", version: "1.0.0" } as const;
