import { HEADER_OF_CREDENTIAL } from "./header-of-credential.ts";

/**
 * The headers that carry the operator's credentials: of a GET, over MCP, and of a browser session,
 * which stands in for payment (decision D5).
 */
export const CREDENTIAL_HEADERS = Object.values(HEADER_OF_CREDENTIAL);
