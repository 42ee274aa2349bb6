/**
 * Newest first. What is used of them reads the same in all. Source: SDK 1.32,
 * SUPPORTED_PROTOCOL_VERSIONS; a test compares.
 */
export const PROTOCOL_VERSIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/**
 * Each request says its version and its client's capabilities; newest first (docs/facts/mcp.md 1).
 */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
