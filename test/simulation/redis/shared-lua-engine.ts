import { startLuaEngine } from "./lua-engine.ts";

/** One per process: it holds the compiled scripts, and no keys. */
export const sharedLuaEngine = await startLuaEngine();
