/**
 * The service's version, as the interface specification has it: in OpenAPI, MCP, health and the
 * documents. A test compares package and listings.
 */
export const VERSION = "1.0.0";
