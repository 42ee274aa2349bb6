/** Each request says its version and its client's capabilities; newest first (docs/facts/mcp.md 1). */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
