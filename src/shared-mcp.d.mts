/** What the script hands over to src/mcp.mjs, as build/build-modules.mjs lists it. */
export declare const shared: Record<string, object>;
